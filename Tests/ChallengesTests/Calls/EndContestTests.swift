import ChallengesAPI
import Identifiers
import IdentityAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Ending a contest early (2.3-states).
@Suite(.freshDatabase(Challenges.migrations))
struct EndContestTests {
    @Test func `it ends now, and settles as if it had ended by time`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let invite = InviteToContest(contest: made.id, invitees: [scene.cy])
        _ = try await scene.ask(invite, as: scene.ana)
        scene.clock.advance(by: .hours(5))
        let now = scene.clock.now
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .settling)
        #expect(ended.endedAt == now)
        #expect(ended.endsAt == now)
        #expect(ended.settlesAt == now + .hours(24))
        #expect(ended.version == made.version + 1)
        #expect(try await scene.contest(made.id, as: scene.bo).endedAt == now)
        #expect(try await scene.dueTimes() == [now + .hours(24)])
        #expect(try await scene.headlines(of: made.id) == [.active, .settling])
        // Nobody joins any more.
        let cy = try await scene.database.participant(scene.cy, of: made.id)
        #expect(cy?.state == .lapsed)
        #expect(try await scene.settled().contains("contestInvited expired"))
        scene.clock.advance(by: .hours(24))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.contest(made.id).state == .completed)
        #expect(try await scene.headlines(of: made.id) == [.active, .settling, .completed])
    }

    @Test func `one of whole days ends with its present day, which everyone sees`() async throws {
        let scene = Scene()
        let made = try await scene.compete { call in
            call.endsAt = nil
            call.startsOn = CivilDate(rfc3339: "2023-11-14")
            call.endsOn = CivilDate(rfc3339: "2023-11-30")
            call.timeZone = "America/New_York"
        }
        #expect(made.state == .active)
        scene.clock.advance(by: .days(3))
        let now = scene.clock.now
        // It is 17 November, 17:13 in New York.
        let midnight = Instant(rfc3339: "2023-11-18T05:00:00Z")
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .active)
        #expect(ended.endedAt == now)
        #expect(ended.endsAt == midnight)
        #expect(ended.settlesAt == nil)
        // Less than a day was left, so it comes without a notice.
        #expect(try await scene.dueTimes().first == midnight)
        #expect(try await scene.names(toldOf: .contestEnding).isEmpty)
        // Ending it again changes nothing.
        scene.clock.advance(by: .hours(1))
        let again = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(again.endedAt == now)
        #expect(again.endsAt == midnight)
        #expect(again.version == ended.version)
        scene.clock.advance(by: .hours(6))
        #expect(try await scene.fireDue() == 1)
        let settling = try await scene.contest(made.id)
        #expect(settling.state == .settling)
        #expect(settling.endedAt == now)
        #expect(settling.settlesAt == midnight.map { $0 + .hours(24) })
    }

    @Test func `an end that moves to an earlier day takes its notices away, the same one not`()
        async throws
    {
        for (left, isGone) in [(Duration.hours(12), false), (.hours(24) + .tick, true)] {
            let scene = Scene()
            let made = try await scene.compete { call in
                call.endsAt = nil
                call.startsOn = CivilDate(rfc3339: "2023-11-14")
                call.endsOn = CivilDate(rfc3339: "2023-11-30")
                call.timeZone = "America/New_York"
            }
            let end = try #require(made.endsAt)
            scene.clock.advance(by: end - left - scene.clock.now)
            try await scene.fireDue()
            let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
            #expect(ended.endsAt == (isGone ? end - .hours(24) : end))
            #expect(try await scene.settled().contains("contestEnding gone") == isGone)
        }
    }

    @Test func `ending it again gets the same answer, also once it is completed`() async throws {
        let scene = Scene()
        let id = try await scene.compete().id
        scene.clock.advance(by: .hours(1))
        let call = EndContest(contest: id)
        let ended = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(call, as: scene.ana) == ended)
        scene.clock.advance(by: .hours(23))
        let completed = try await scene.ask(call, as: scene.ana)
        #expect(completed.state == .completed)
        #expect(completed.endsAt == ended.endsAt)
        #expect(try await scene.headlines(of: id) == [.active, .settling, .completed])
    }

    @Test func `what has not begun, or time ended, is not ended`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let draft = try await scene.compete { $0.draft = true }
        let scheduled = try await scene.compete { $0.startsAt = now + .days(1) }
        let ended = try await scene.compete { $0.endsAt = now + .hours(1) }
        let cancelled = try await scene.compete()
        _ = try await scene.ask(CancelContest(contest: cancelled.id), as: scene.ana)
        scene.clock.advance(by: .hours(1))
        for (contest, state) in [
            (draft, Contest.State.draft), (scheduled, .scheduled), (ended, .settling),
            (cancelled, .cancelled),
        ] {
            let fault = await scene.fault(EndContest(contest: contest.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.kind == .conflict)
            #expect(fault?.contest?.state == state)
        }
    }

    @Test func `an open contest without an end is ended like any other`() async throws {
        let scene = Scene()
        let call = CreateContest(kind: .open, name: "Sing")
        let made = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.dueTimes().isEmpty)
        scene.clock.advance(by: .days(1_000))
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.endsAt == scene.clock.now)
        #expect(ended.state == .settling)
    }

    @Test func `it is its owner's to end, and a version that is no more is refused`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let refusal = await scene.fault(EndContest(contest: made.id), as: scene.bo)
        #expect(refusal == ChallengesError.notYourPart.fault)
        let stale = EndContest(contest: made.id, ifVersion: made.version + 1)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == made)
        let unknown = EndContest(contest: ChallengeID())
        let missing = await scene.fault(unknown, as: scene.ana)
        #expect(missing == ChallengesError.contestNotFound.fault)
        let current = EndContest(contest: made.id, ifVersion: made.version)
        #expect(try await scene.ask(current, as: scene.ana).state == .settling)
    }

    @Test func `a repeated key gets the same answer`() async throws {
        let scene = Scene()
        let call = EndContest(contest: try await scene.compete().id)
        let ended = try await scene.ask(call, as: scene.ana, key: "k")
        scene.clock.advance(by: .days(2))
        try await scene.fireDue()
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == ended)
    }
}
