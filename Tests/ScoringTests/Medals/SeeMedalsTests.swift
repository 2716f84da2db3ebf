import Identifiers
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct SeeMedalsTests {
    private let clock = StoppedClock()
    private let ana = UserID()
    private let bo = UserID()

    /// A competition in which Ana and Bo share gold: each has two medals.
    private func won() async throws -> Fixture {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell()
        try await contest.tell([ScoresChanged.Player(ana, 2), ScoresChanged.Player(bo, 2)])
        try await contest.finish()
        clock.advance(by: .seconds(5))
        return contest.fixture
    }

    @Test func `those that are named are seen, and never new again`() async throws {
        let fixture = try await won()
        let medals = try await fixture.medals(of: ana).items
        #expect(medals.allSatisfy { $0.seenAt == nil })
        #expect(try await fixture.see([medals[1].id], as: ana) == 1)
        let moment = clock.now
        let after = try await fixture.medals(of: ana).items
        #expect(after.map(\.seenAt) == [nil, moment])
        clock.advance(by: .seconds(1))
        #expect(try await fixture.see([medals[1].id], as: ana) == 1)
        #expect(try await fixture.medals(of: ana).items == after)
    }

    @Test func `without ids all are seen that were earned until then`() async throws {
        let fixture = try await won()
        #expect(try await fixture.see(as: ana) == 0)
        #expect(try await fixture.medals(of: ana).items.map(\.seenAt) == [clock.now, clock.now])
        #expect(try await fixture.medals(of: bo).items.map(\.seenAt) == [nil, nil])
        _ = try await won()
        #expect(try await fixture.see([], as: ana) == 1)
    }

    @Test func `ids of other users' medals change nothing`() async throws {
        let fixture = try await won()
        let own = try await fixture.medals(of: ana).items
        let others = try await fixture.medals(of: bo).items.map(\.id)
        #expect(try await fixture.see(others + [MedalID()], as: ana) == 2)
        #expect(try await fixture.medals(of: ana).items == own)
        #expect(try await fixture.medals(of: bo).items.map(\.seenAt) == [nil, nil])
        #expect(try await fixture.see([], as: ana) == 2)
        #expect(try await fixture.see(own.map(\.id) + others, as: ana) == 0)
        #expect(try await fixture.medals(of: bo).items.map(\.seenAt) == [nil, nil])
    }

    @Test func `a repetition gets the same answer, though there are new medals`() async throws {
        let fixture = try await won()
        #expect(try await fixture.see(as: ana, key: "one") == 0)
        _ = try await won()
        #expect(try await fixture.see(as: ana, key: "one") == 0)
        #expect(try await fixture.see([], as: ana) == 1)
    }

    @Test func `at most a hundred are named at a time`() async throws {
        let fixture = Fixture()
        await #expect(throws: Refusal(ScoringError.tooManyMedals, at: "/ids").fault) {
            _ = try await fixture.see((0...100).map { _ in MedalID() }, as: ana)
        }
        #expect(try await fixture.see((0..<100).map { _ in MedalID() }, as: ana) == 0)
    }

    @Test func `two at once wait for each other, and both succeed`() async throws {
        let fixture = try await won()
        let ids = try await fixture.medals(of: ana).items.map(\.id)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<10 {
                group.addTask {
                    try await fixture.see(index.isMultiple(of: 2) ? ids : ids.reversed(), as: ana)
                }
            }
            for try await count in group { #expect(count == 0) }
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        await #expect(throws: WireError.signInNeeded.fault) {
            _ = try await Fixture().scoring.call(SeeMedals(), in: CallContext(peer: .gateway))
        }
    }
}
