import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Users who send each other challenges and complete them, at a clock that the tests set.
struct Milestones {
    let clock = StoppedClock()
    let fixture: Fixture
    let ana = UserID()
    let bo = UserID()

    init() {
        fixture = Fixture(now: { [clock] in clock.now })
    }

    /// Tells scoring that Ana sent a challenge.
    func send(
        to recipients: Int,
        _ challenge: ChallengeID = ChallengeID(),
        at moment: Instant? = nil
    ) async throws {
        let sent = ChallengeSent(
            challenge: challenge,
            sender: ana,
            recipients: recipients,
            at: moment ?? clock.now
        )
        try await fixture.deliver(sent, from: .challenges)
    }

    /// Bo completes challenges of Ana's, a second after each other.
    @discardableResult
    func complete(_ number: Int) async throws -> [AssignmentID] {
        var done: [AssignmentID] = []
        for second in 0..<number {
            done.append(try await fixture.pay(bo, by: ana, at: Int64(second)))
        }
        return done
    }

    func void(_ assignment: AssignmentID) async throws {
        let voided = AssignmentVoided(assignment: assignment, at: clock.now)
        try await fixture.deliver(voided, from: .challenges)
    }

    /// Gives all medals that are due.
    func award() async throws {
        while try await fixture.service.medals.award() > 0 {}
    }

    /// The names of a user's medals, sorted, once all that are due are given.
    func medals(of user: UserID) async throws -> [String] {
        try await award()
        return try await fixture.kinds(of: user)
    }
}
