import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What a person may do with a contest (2.3-actions).
struct ContestActionsTests {
    private static let ana = UserID()
    private static let bo = UserID()
    private static let one = Amount(millionths: 1_000_000)
    private let now = Instant.seen

    /// What a person may do; Bo unless it is someone else.
    private func actions(
        _ contest: ContestRecord,
        _ user: UserID = Self.bo,
        as person: ParticipantRecord? = nil,
        joined: Int = 1,
        relation: Relation = .none
    ) -> [Contest.Action] {
        let access = ContestAccess(
            of: contest,
            for: user,
            part: person?.state,
            relation: relation,
            ownerIsActive: true
        )
        return ContestActions(
            on: contest,
            of: user,
            seeing: access,
            as: person,
            joined: joined,
            at: now,
            under: ContestRules()
        ).all
    }

    /// What its owner, who plays, may do.
    private static let owners: [(ContestLife.State, [Contest.Action])] = [
        (.draft, [.change, .delete, .publish]),
        (.scheduled, [.change, .cancel, .handOver, .invite, .share, .leave]),
        (.active, [.change, .end, .cancel, .handOver, .invite, .share, .leave, .log]),
        (.settling, [.change, .handOver, .leave, .log]),
        (.completed, [.leave]),
        (.cancelled, [.leave]),
    ]

    @Test(arguments: owners)
    func `its owner, who plays, moves it`(
        state: ContestLife.State,
        expected: [Contest.Action]
    ) {
        let contest = ContestRecord.seen(state, owner: Self.ana)
        let part = state == .draft ? nil : ParticipantRecord.seen(Self.ana, .joined, of: contest)
        #expect(actions(contest, Self.ana, as: part, joined: 2) == expected)
    }

    @Test func `a contest is handed over only to another participant`() {
        let contest = ContestRecord.seen(owner: Self.ana)
        let part = ParticipantRecord.seen(Self.ana, .joined, of: contest)
        #expect(!actions(contest, Self.ana, as: part, joined: 1).contains(.handOver))
        #expect(actions(contest, Self.ana, as: part, joined: 2).contains(.handOver))
        #expect(!actions(contest, Self.ana, joined: 0).contains(.handOver))
        #expect(actions(contest, Self.ana, joined: 1).contains(.handOver))
    }

    @Test func `an owner who does not play may leave, and join an open contest`() {
        let competition = ContestRecord.seen(owner: Self.ana)
        #expect(actions(competition, Self.ana).contains(.leave))
        #expect(!actions(competition, Self.ana).contains(.join))
        let open = ContestRecord.seen(kind: .open, owner: Self.ana)
        #expect(actions(open, Self.ana).contains(.join))
    }

    @Test func `a contest that was ended early is not ended again`() {
        let contest = ContestRecord.seen(owner: Self.ana) { $0.life.endedAt = .seen - .hours(1) }
        #expect(!actions(contest, Self.ana).contains(.end))
    }

    /// What others may do with a public contest.
    private static let others: [(Participant.State?, [Contest.Action])] = [
        (nil, [.share, .join]),
        (.invited, [.share, .join, .decline]),
        (.requested, [.share, .join, .leave]),
        (.joined, [.share, .leave, .log]),
        (.declined, [.share, .join]),
        (.refused, [.share, .join]),
        (.left, [.share, .join]),
        (.removed, [.share]),
    ]

    @Test(arguments: others)
    func `others do with a public one what their part allows`(
        part: Participant.State?,
        expected: [Contest.Action]
    ) {
        let contest = ContestRecord.seen(owner: Self.ana)
        let person = part.map { ParticipantRecord.seen(Self.bo, $0, of: contest) }
        #expect(actions(contest, as: person) == expected)
    }

    @Test func `a user who may not see the contest has no actions`() {
        let contest = ContestRecord.seen(visibility: .private, owner: Self.ana)
        #expect(actions(contest).isEmpty)
        for state in [Participant.State.removed, .refused, .lapsed] {
            #expect(actions(contest, as: .seen(Self.bo, state, of: contest)).isEmpty)
        }
        let open = ContestRecord.seen(owner: Self.ana)
        #expect(actions(open, relation: .blocked).isEmpty)
        // Who left sees it, and does not come back to somebody behind a block.
        let left = ParticipantRecord.seen(Self.bo, .left, of: open)
        #expect(!actions(open, as: left, relation: .blocked).contains(.join))
    }

    @Test func `only a public one is shared`() {
        for visibility in [ContestVisibility.private, .friends, .link] {
            let contest = ContestRecord.seen(visibility: visibility, owner: Self.ana)
            #expect(!actions(contest, Self.ana).contains(.share))
        }
    }

    @Test func `a contest that is full is not joined`() {
        let contest = ContestRecord.seen(owner: Self.ana) { $0.capacity = 10 }
        #expect(actions(contest, joined: 9).contains(.join))
        #expect(!actions(contest, joined: 10).contains(.join))
        let invited = ParticipantRecord.seen(Self.bo, .invited, of: contest)
        #expect(actions(contest, as: invited, joined: 10) == [.share, .decline])
        let asked = ParticipantRecord.seen(Self.bo, .requested, of: contest)
        #expect(actions(contest, as: asked, joined: 10) == [.share, .leave])
    }

    @Test func `where the owner admits people one asks to join a full contest too, once`() {
        let contest = ContestRecord.seen(owner: Self.ana) {
            $0.capacity = 10
            $0.needsApproval = true
        }
        #expect(actions(contest, joined: 10).contains(.join))
        var invited = ParticipantRecord.seen(Self.bo, .invited, of: contest)
        // An invitation by a person lets in at once, and so needs a place.
        #expect(!actions(contest, as: invited, joined: 10).contains(.join))
        #expect(actions(contest, as: invited, joined: 9).contains(.join))
        invited.isByCode = true
        #expect(actions(contest, as: invited, joined: 10).contains(.join))
        let asked = ParticipantRecord.seen(Self.bo, .requested, of: contest)
        #expect(!actions(contest, as: asked, joined: 1).contains(.join))
    }

    @Test func `where nobody joins after the start, nobody does, or is invited`() {
        for (state, may) in [(ContestLife.State.scheduled, true), (.active, false)] {
            let contest = ContestRecord.seen(state, owner: Self.ana) { $0.locksLate = true }
            #expect(actions(contest).contains(.join) == may)
            #expect(actions(contest, Self.ana).contains(.invite) == may)
            #expect(actions(contest, Self.ana).contains(.share) == may)
        }
    }

    @Test func `time that has passed counts, however late its timer is`() {
        let ended = ContestRecord.seen(owner: Self.ana) { $0.life.endsAt = .seen }
        #expect(!actions(ended).contains(.join))
        #expect(!actions(ended, Self.ana).contains(.end))
        let begun = ContestRecord.seen(.scheduled, owner: Self.ana) {
            $0.life.startsAt = .seen
            $0.locksLate = true
        }
        #expect(!actions(begun).contains(.join))
        let joined = ParticipantRecord.seen(Self.bo, .joined, of: begun)
        #expect(actions(begun, as: joined).contains(.log))
    }

    @Test func `who is in it invites where the contest says so`() {
        for may in [false, true] {
            let contest = ContestRecord.seen(owner: Self.ana) { $0.membersMayInvite = may }
            let joined = ParticipantRecord.seen(Self.bo, .joined, of: contest)
            #expect(actions(contest, as: joined).contains(.invite) == may)
        }
    }

    @Test func `a target is set in a contest of percentages, until the start`() {
        for (state, may) in [(ContestLife.State.scheduled, true), (.active, false)] {
            let contest = ContestRecord.seen(state, owner: Self.ana) { $0.score = .percent }
            for part in Participant.State.allCases where part != .unknown {
                let person = ParticipantRecord.seen(Self.bo, part, of: contest, target: Self.one)
                let isIn = part == .joined || part == .requested
                #expect(actions(contest, as: person).contains(.target) == (may && isIn))
            }
        }
        // One that was cancelled before its start has none to come.
        let cancelled = ContestRecord.seen(.cancelled, owner: Self.ana) {
            $0.score = .percent
            $0.life.startsAt = .seen + .days(1)
        }
        let member = ParticipantRecord.seen(Self.bo, .joined, of: cancelled, target: Self.one)
        #expect(!actions(cancelled, as: member).contains(.target))
        let raw = ContestRecord.seen(.scheduled, owner: Self.ana)
        let joined = ParticipantRecord.seen(Self.bo, .joined, of: raw)
        #expect(!actions(raw, as: joined).contains(.target))
    }

    @Test func `an open contest without a goal is completed by the person's word, once`() {
        for (kind, goal, completedAt) in [
            (.open, nil, nil), (.competition, nil, nil), (.open, Self.one, nil),
            (.open, nil, .seen),
        ] as [(ChallengeKind, Amount?, Instant?)] {
            for state in [ContestLife.State.scheduled, .active, .settling] {
                let contest = ContestRecord.seen(state, kind: kind, owner: Self.ana) {
                    $0.challenge.snapshot.target = goal
                }
                let joined = ParticipantRecord.seen(
                    Self.bo,
                    .joined,
                    of: contest,
                    completedAt: completedAt
                )
                let may = kind == .open && goal == nil && completedAt == nil && state == .active
                #expect(actions(contest, as: joined).contains(.complete) == may)
            }
        }
    }
}
