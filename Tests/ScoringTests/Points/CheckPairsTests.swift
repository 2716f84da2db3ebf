import Identifiers
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct CheckPairsTests {
    let ana = UserID()
    let bo = UserID()
    let cy = UserID()
    /// The time of a fixture's payments, and the next midnight in UTC after it.
    let clock = StoppedClock(at: Instant(microseconds: 1_700_000_000_000_000))
    let midnight: Int64 = 6_400

    private func fixture(cap: Int) -> Fixture {
        let clock = clock
        return Fixture(payment: Payment(paidPerPairDay: cap), now: { clock.now })
    }

    private func check(
        _ sender: UserID,
        _ recipients: [UserID],
        by asker: ServiceName = .challenges,
        in fixture: Fixture
    ) async throws -> [UserID] {
        try await fixture.scoring.asked(by: asker).call(
            CheckPairs(sender: sender, recipients: recipients),
            in: CallContext()
        ).paid
    }

    @Test func `those with whom the cap is used up are left out, in both directions`()
        async throws
    {
        let fixture = fixture(cap: 2)
        for second in Int64(0)..<2 { try await fixture.pay(bo, by: ana, at: second) }
        try await fixture.pay(ana, by: cy)
        let dee = UserID()
        #expect(try await check(ana, [dee, bo, cy], in: fixture) == [dee, cy])
        #expect(try await check(bo, [ana, cy], in: fixture) == [cy])
        try await fixture.pay(cy, by: ana)
        #expect(try await check(ana, [dee, bo, cy], in: fixture) == [dee])
    }

    @Test func `the day is that of the call, in UTC`() async throws {
        let fixture = fixture(cap: 1)
        try await fixture.pay(bo, by: ana)
        clock.advance(by: .seconds(midnight) - .microseconds(1))
        #expect(try await check(ana, [bo], in: fixture) == [])
        clock.advance(by: .microseconds(1))
        #expect(try await check(ana, [bo], in: fixture) == [bo])
    }

    @Test func `without a cap all are paid, however much was`() async throws {
        let fixture = fixture(cap: 0)
        for second in Int64(0)..<3 { try await fixture.pay(bo, by: ana, at: second) }
        #expect(try await check(ana, [cy, bo], in: fixture) == [cy, bo])
    }

    @Test(arguments: [0, 1]) func `nobody is paid with themselves`(cap: Int) async throws {
        #expect(try await check(ana, [ana, bo], in: fixture(cap: cap)) == [bo])
    }

    @Test func `at most 100 are asked about`() async throws {
        for (count, isAllowed) in [(0, true), (100, true), (101, false)] as [(Int, Bool)] {
            let recipients = (0..<count).map { _ in UserID() }
            for cap in [0, 1] {
                let fixture = fixture(cap: cap)
                if isAllowed {
                    #expect(try await check(ana, recipients, in: fixture) == recipients)
                } else {
                    let refusal = Refusal(ScoringError.tooManyPeople, at: "/recipients").fault
                    await #expect(throws: refusal) { try await check(ana, recipients, in: fixture) }
                }
            }
        }
    }

    @Test func `to ask counts nothing`() async throws {
        let fixture = fixture(cap: 1)
        _ = try await check(ana, [bo], in: fixture)
        let rows = try await Database.fresh.one("SELECT count(*) FROM pair_days") { row in
            try row.next(Int.self)
        }
        #expect(rows == 0)
        #expect(try await check(ana, [bo], in: fixture) == [bo])
    }

    @Test func `only the challenges service may ask`() async throws {
        for name in [ServiceName.identity, .gateway, .media] {
            await #expect(throws: WireError.forbidden.fault) {
                try await check(ana, [bo], by: name, in: fixture(cap: 0))
            }
        }
    }
}
