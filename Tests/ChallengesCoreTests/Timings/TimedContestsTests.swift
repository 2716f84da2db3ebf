import ChallengesAPI
import ChallengesTestKit
import Contests
import Identifiers
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// What people time of contests, and what that makes (2.6-result).
@Suite(.freshDatabase(Challenges.migrations))
struct TimedContestsTests {
    private let scene = Scene()

    /// Ana's competition of minutes, which Bo has joined.
    private func minutes(
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> ChallengeID {
        try await scene.compete(with: scene.bo) { call in
            call.unit = "minutes"
            change(&call)
        }.id
    }

    private func entries(of contest: ChallengeID) async throws -> [Entry] {
        try await scene.ask(ListEntries(contest: contest), as: scene.bo).items
    }

    private func refusals(of contest: ChallengeID, as user: UserID? = nil) async -> [String] {
        let call = StartTiming(of: .contest, subject: contest.uuid)
        return await scene.refusals(of: call, as: user ?? scene.bo)
    }

    @Test func `in a unit of time it is an entry, which counts for the board`() async throws {
        let contest = try await minutes()
        let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
        #expect(made.mode == .stopwatch)
        let picture = MediaID()
        let finished = try await scene.finish(
            made,
            after: 90,
            as: scene.bo,
            note: "On the roof.",
            mediaIDs: [picture]
        )
        #expect(finished.result?.kind == .entry)
        #expect(finished.refusal == nil)
        let entry = try #require(try await entries(of: contest).first)
        #expect(entry.id.uuid == finished.result?.id)
        #expect(entry.amount == .of("1.5"))
        #expect(entry.source == .timing)
        #expect(entry.note == "On the roof.")
        #expect(entry.photos.map(\.photo.id) == [picture])
        #expect(entry.audience == .participants)
        #expect(entry.occurredAt == scene.clock.now)
        let seen = try await scene.contest(contest, as: scene.bo)
        #expect(seen.me?.value == .of("1.5"))
        let told = try await scene.emitted(ScoresChanged.self).last
        #expect(told?.players.map(\.user) == [scene.bo])
        // Again: it is not logged twice.
        #expect(try await scene.finish(made, after: 1, as: scene.bo) == finished)
        #expect(try await entries(of: contest).count == 1)
    }

    @Test func `where no amounts count it is an entry without one`() async throws {
        let contest = try await minutes { call in
            (call.kind, call.unit, call.endsAt) = (.open, nil, nil)
        }
        let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
        let finished = try await scene.finish(made, after: 90, as: scene.bo)
        #expect(finished.result?.kind == .entry)
        #expect(try await entries(of: contest).map(\.amount) == [nil])
        let short = try await scene.time(.contest, contest.uuid, as: scene.bo) {
            $0.targetSeconds = 60
        }
        let tooShort = try await scene.finish(short, after: 59, as: scene.bo)
        #expect(tooShort.refusal == "challenges.timing_too_short")
        #expect(try await entries(of: contest).count == 1)
    }

    @Test func `where days count the amount is left out unless it is of time`() async throws {
        for (unit, amount) in [("km", nil), ("hours", "0.025")] {
            let contest = try await minutes { ($0.unit, $0.aggregation) = (unit, .daysActive) }
            let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
            try await scene.finish(made, after: 90, as: scene.bo)
            #expect(try await entries(of: contest).map(\.amount) == [amount.map { .of($0) }])
        }
    }

    @Test func `in another unit nothing is made`() async throws {
        let contest = try await minutes { $0.unit = "km" }
        let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
        let finished = try await scene.finish(made, after: 90, as: scene.bo)
        #expect(finished.state == .finished)
        #expect(finished.refusal == "challenges.timing_uncounted")
        #expect(try await entries(of: contest).isEmpty)
    }

    @Test func `without the picture that is required the time is kept, and none is too much`()
        async throws
    {
        let required = try await minutes { $0.proof = .required }
        let made = try await scene.time(.contest, required.uuid, as: scene.bo)
        let finished = try await scene.finish(made, after: 90, as: scene.bo)
        #expect(finished.refusal == "challenges.proof_missing")
        #expect(finished.elapsedMilliseconds == 90_000)
        #expect(try await entries(of: required).isEmpty)
        let none = try await minutes { $0.proof = Proof.none }
        let other = try await scene.time(.contest, none.uuid, as: scene.bo)
        let call = FinishTiming(
            timing: other.id,
            elapsedMilliseconds: 1_000,
            mediaIDs: [MediaID()]
        )
        #expect(
            await scene.refusals(of: call, as: scene.bo) == [
                "/mediaIDs challenges.proof_unwanted"
            ]
        )
        #expect(try await scene.timing(other.id, as: scene.bo).state == .running)
    }

    // Whether it is open.

    @Test func `only who is in it times it, while it is under way`() async throws {
        let contest = try await minutes()
        #expect(await refusals(of: contest, as: scene.cy) == ["challenges.not_in_contest"])
        let later = scene.clock.now + .days(1)
        let scheduled = try await minutes { $0.startsAt = later }
        #expect(await refusals(of: scheduled) == ["challenges.wrong_state"])
        let measured = try await minutes { $0.sources = .device }
        #expect(await refusals(of: measured) == ["challenges.source_refused"])
        scene.clock.advance(by: .days(7))
        // It settles, and no timer has fired.
        #expect(await refusals(of: contest) == ["challenges.contest_over"])
        let cancelled = try await minutes()
        _ = try await scene.ask(CancelContest(contest: cancelled), as: scene.ana)
        #expect(await refusals(of: cancelled) == ["challenges.contest_over"])
    }

    @Test func `finished after its end, cancellation or leaving it makes nothing, and says why`()
        async throws
    {
        for (end, code) in [
            ("end", "challenges.occurred_invalid"), ("cancel", "challenges.contest_over"),
            ("leave", "challenges.not_in_contest"),
        ] {
            let contest = try await minutes { $0.endsAt = scene.clock.now + .hours(2) }
            let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
            switch end {
            case "end": scene.clock.advance(by: .hours(2))
            case "cancel": _ = try await scene.ask(CancelContest(contest: contest), as: scene.ana)
            default: _ = try await scene.ask(LeaveContest(contest: contest), as: scene.bo)
            }
            let finished = try await scene.finish(made, after: 60, as: scene.bo)
            #expect(finished.state == .finished, "\(end)")
            #expect(finished.elapsedMilliseconds == 60_000, "\(end)")
            #expect(finished.refusal == code, "\(end)")
            let logged = try await scene.ask(ListEntries(contest: contest), as: scene.ana)
            #expect(logged.items.isEmpty, "\(end)")
        }
    }

    @Test func `confirmed while it settles, what ended before its end counts`() async throws {
        var rules = Rules()
        rules.timings.timingMax = .minutes(30)
        let scene = Scene(rules: rules)
        let contest = try await scene.compete(with: scene.bo) { call in
            (call.unit, call.endsAt) = ("minutes", scene.clock.now + .hours(1))
        }.id
        let made = try await scene.time(.contest, contest.uuid, as: scene.bo)
        scene.clock.advance(by: .hours(2))
        try await scene.fireDue()
        let call = ConfirmTiming(timing: made.id, elapsedMilliseconds: 60_000)
        let confirmed = try await scene.ask(call, as: scene.bo)
        #expect(confirmed.result?.kind == .entry)
        let logged = try await scene.ask(ListEntries(contest: contest), as: scene.bo).items
        #expect(logged.map(\.amount) == [.of("1")])
        #expect(logged.map(\.occurredAt) == [made.startedAt + .minutes(30)])
    }
}
