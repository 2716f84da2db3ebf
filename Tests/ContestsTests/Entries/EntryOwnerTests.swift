import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// What an entry's owner may do with it (2.3-entries, 2.3-dispute), and who says that they have
/// completed a contest (K-12).
struct EntryOwnerTests {
    private static func entry(
        _ state: Entry.State,
        wasQueried: Bool = false,
        in contest: ContestRecord
    ) -> EntryRecord {
        let now = ContestRecord.startsAt + .hours(1)
        return EntryRecord(
            id: EntryID(),
            challenge: contest.id,
            user: UserID(),
            amount: .of("1"),
            occurredAt: now,
            localDay: CivilDate(daysSince1970: 19_675),
            source: .manual,
            device: nil,
            note: "",
            audience: .participants,
            state: state,
            query: wasQueried
                ? EntryRecord.Query(by: UserID(), reason: "Really?", at: now) : nil,
            judged: wasQueried
                ? state == .counted ? .kept : state == .removed ? .removed : nil : nil,
            createdAt: now
        )
    }

    @Test(
        arguments: [
            (.counted, false, nil, nil, [.change, .delete]),
            // Somebody queried it, and it was kept.
            (.counted, true, nil, nil, [.change, .delete]),
            (.queried, true, .queriedAlready, nil, [.delete]),
            (.removed, true, .queriedAlready, .wrongState, []),
            (.deleted, false, .wrongState, nil, []), (.deleted, true, .wrongState, nil, []),
        ]
            as [(Entry.State, Bool, ChallengesError?, ChallengesError?, [Entry.Action])]
    )
    func `its owner changes what was not queried or was kept, and deletes what was not removed`(
        state: Entry.State,
        wasQueried: Bool,
        change: ChallengesError?,
        deletion: ChallengesError?,
        actions: [Entry.Action]
    ) {
        for underWay in [ContestLife.State.active, .settling] {
            let contest = ContestRecord.ofEntries(state: underWay)
            let entry = Self.entry(state, wasQueried: wasQueried, in: contest)
            #expect(entry.refusalOfChange(in: contest.life) == change)
            #expect(entry.refusalOfDeletion(in: contest.life) == deletion)
            #expect(entry.ownerActions(in: contest.life, isJoined: true) == actions)
            // Who has left may still take back what they logged.
            let left = actions.filter { $0 == .delete }
            #expect(entry.ownerActions(in: contest.life, isJoined: false) == left)
        }
        for over in [ContestLife.State.completed, .cancelled] {
            let contest = ContestRecord.ofEntries(state: over)
            let entry = Self.entry(state, wasQueried: wasQueried, in: contest)
            #expect(entry.refusalOfChange(in: contest.life) == .contestOver)
            let isGone = state == .deleted
            #expect(entry.refusalOfDeletion(in: contest.life) == (isGone ? nil : .contestOver))
            #expect(entry.ownerActions(in: contest.life, isJoined: true) == [])
        }
    }

    private static func refusal(
        in contest: ContestRecord,
        showing pictures: [MediaID] = []
    ) -> String? {
        contest.refusalOfCompletion(showing: pictures).map { refusal in
            let fields = refusal.fault.said.joined(separator: ", ")
            return fields.isEmpty ? refusal.fault.code : fields
        }
    }

    @Test func `only an open contest without a goal is completed by word`() {
        #expect(Self.refusal(in: .ofEntries(kind: .open)) == nil)
        #expect(Self.refusal(in: .ofEntries(kind: .open, endsAt: nil)) == nil)
        for contest in [
            ContestRecord.ofEntries(kind: .competition),
            .ofEntries(kind: .open, goal: .of("5")), .ofEntries(kind: .open, score: .percent),
        ] {
            #expect(Self.refusal(in: contest) == "challenges.goal_decides")
        }
    }

    @Test(
        arguments: [
            (.draft, "challenges.wrong_state"), (.scheduled, "challenges.wrong_state"),
            (.active, nil), (.settling, "challenges.contest_over"),
            (.completed, "challenges.contest_over"), (.cancelled, "challenges.contest_over"),
        ] as [(ContestLife.State, String?)]
    )
    func `it is completed while it is under way`(state: ContestLife.State, refusal: String?) {
        #expect(Self.refusal(in: .ofEntries(kind: .open, state: state)) == refusal)
    }

    @Test func `its completion is shown as the policy says`() {
        let required = ContestRecord.ofEntries(kind: .open, proof: .required)
        #expect(Self.refusal(in: required) == "/mediaIDs challenges.proof_missing")
        #expect(Self.refusal(in: required, showing: [MediaID()]) == nil)
        let none = ContestRecord.ofEntries(kind: .open, proof: .none)
        #expect(Self.refusal(in: none) == nil)
        let unwanted = "/mediaIDs challenges.proof_unwanted"
        #expect(Self.refusal(in: none, showing: [MediaID()]) == unwanted)
        let optional = ContestRecord.ofEntries(kind: .open, proof: .optional)
        #expect(Self.refusal(in: optional) == nil)
        #expect(Self.refusal(in: optional, showing: [MediaID()]) == nil)
    }

    // Days.

    @Test func `where a phone measures, the contest's own days count`() {
        let first = CivilDate(daysSince1970: 20_000)
        func day(_ offset: Int64) -> CivilDate { CivilDate(daysSince1970: 20_000 + offset) }
        let midnight = Instant(microseconds: first.daysSince1970 * 86_400_000_000)
        let measured = ContestRecord.ofEntries(
            metric: .steps,
            startsAt: midnight,
            endsAt: midnight + .days(7)
        )
        #expect([-1, 0, 6, 7].map { measured.counts(day($0)) } == [false, true, true, false])
        let endless = ContestRecord.ofEntries(
            kind: .open,
            metric: .steps,
            startsAt: midnight,
            endsAt: nil
        )
        #expect([-1, 0, 7, 7_000].map { endless.counts(day($0)) } == [false, true, true, true])
        let typed = ContestRecord.ofEntries(startsAt: midnight, endsAt: midnight + .days(7))
        #expect([-1, 0, 6, 7].allSatisfy { typed.counts(day($0)) })
        // In Berlin its days begin two hours before those of UTC.
        let berlin = ContestRecord.ofEntries(
            metric: .steps,
            timeZone: "Europe/Berlin",
            startsAt: midnight - .hours(2),
            endsAt: midnight + .days(7) - .hours(2)
        )
        #expect([-1, 0, 6, 7].map { berlin.counts(day($0)) } == [false, true, true, false])
    }

    @Test(arguments: [Contest.Aggregation.daysActive, .sum], [true, false])
    func `where days with an entry are counted, whole days are the contest's own`(
        aggregation: Contest.Aggregation,
        wholeDays: Bool
    ) {
        let midnight = Instant(microseconds: 20_000 * 86_400_000_000)
        var contest = ContestRecord.ofEntries(
            aggregation: aggregation,
            timeZone: "Europe/Berlin",
            startsAt: midnight - .hours(2),
            endsAt: midnight + .days(7) - .hours(2)
        )
        contest.life.wholeDays = wholeDays
        let isBounded = aggregation == .daysActive && wholeDays
        for (day, isOwn) in [(-1, false), (0, true), (6, true), (7, false)] as [(Int64, Bool)] {
            let date = CivilDate(daysSince1970: 20_000 + day)
            #expect(contest.counts(date) == (isOwn || !isBounded), "day \(day)")
        }
        // Without an end none is the last.
        contest.life.endsAt = nil
        #expect(contest.counts(CivilDate(daysSince1970: 27_000)))
        #expect(contest.counts(CivilDate(daysSince1970: 19_999)) == !isBounded)
    }
}
