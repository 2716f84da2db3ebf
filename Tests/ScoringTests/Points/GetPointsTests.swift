import Identifiers
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct GetPointsTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `a friend's points are visible`() async throws {
        let fixture = Fixture()
        try await fixture.pay(bo, by: ana)
        try await fixture.befriend(ana, bo)
        #expect(try await fixture.points(of: bo, asking: ana) == 100)
    }

    @Test func `a stranger's points are not found, like those of an unknown person`() async throws {
        let fixture = Fixture()
        try await fixture.pay(bo, by: UserID())
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await fixture.points(of: bo, asking: ana)
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fixture = Fixture()
        await #expect(throws: WireError.signInNeeded.fault) {
            _ = try await fixture.scoring.call(
                GetPoints(user: ana),
                in: CallContext(peer: .gateway)
            )
        }
    }
}
