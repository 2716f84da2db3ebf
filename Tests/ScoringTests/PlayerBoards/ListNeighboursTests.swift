import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// One's own row on the public board (2.7-listed).
@Suite(.freshDatabase(Scoring.migrations)) struct ListNeighboursTests {
    private let now = Instant(microseconds: 1_773_835_200_000_000)
    private let people = (0..<7).map { _ in UserID() }.sorted()

    /// People who are listed: three with points, and four without.
    private func board() async throws -> Fixture {
        let fixture = Fixture(now: { [now] in now })
        for (user, count) in zip(people, [3, 2, 1, 0, 0, 0, 0]) {
            try await fixture.list(user)
            for _ in 0..<count { try await fixture.pay(user, at: now) }
        }
        return fixture
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `half of the others are before the person, and the page is full (2.7-around)`(
        span: ScoreSpan
    ) async throws {
        let fixture = try await board()
        let ranks = [1, 2, 3, 4, 4, 4, 4]
        for _ in 0..<2 {
            for index in people.indices {
                let near = try await fixture.nearListed(people[index], span, limit: 3)
                let start = min(max(0, index - 1), 4)
                let wanted = start..<(start + 3)
                #expect(near.items.map(\.user.id) == Array(people[wanted]))
                #expect(near.items.map(\.rank) == Array(ranks[wanted]))
                #expect(near.items.filter(\.isMe).map(\.user.id) == [people[index]])
                #expect((near.nextCursor == nil) == (index >= 5))
                let next = try await fixture.listed(span, limit: 100, cursor: near.nextCursor)
                if index < 5 {
                    #expect(next.items.map(\.user.id) == Array(people[(start + 3)...]))
                }
            }
            let whole = try await fixture.nearListed(people[4], span)
            #expect(whole.items.map(\.user.id) == people)
            try await Database.fresh.fold()
        }
    }

    @Test func `who has no points in the week is behind those who have`() async throws {
        let fixture = Fixture(now: { [now] in now })
        let moments = [now - .days(20), now - .days(30), now]
        for (user, moment) in zip(people, moments) {
            try await fixture.list(user)
            try await fixture.pay(user, at: moment)
        }
        let near = try await fixture.nearListed(people[0], .week)
        #expect(near.items.map(\.user.id) == [2, 1, 0].map { people[$0] })
        #expect(near.items.map(\.rank) == [1, 2, 2])
        #expect(near.items.map(\.points) == [100, 0, 0])
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `an unlisted caller is told so`(span: ScoreSpan) async throws {
        let fixture = try await board()
        let (hidden, other) = (people[1], UserID())
        try await fixture.list(other, false)
        try await fixture.pay(other, at: now)
        try await fixture.list(people[0], false, version: 3)
        try await fixture.list(hidden, as: .suspended, version: 3)
        for user in [other, people[0], hidden, UserID()] {
            await #expect(throws: ScoringError.notListed.fault) {
                try await fixture.nearListed(user, span)
            }
        }
        #expect(try await fixture.nearListed(people[2], span, limit: 1).items.map(\.rank) == [1])
    }

    @Test func `an unknown span and a limit out of range are refused`() async throws {
        let fixture = try await board()
        await #expect(throws: Refusal(ScoringError.spanUnknown, at: "/span").fault) {
            try await fixture.nearListed(people[0], .unknown)
        }
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                try await fixture.nearListed(people[0], limit: limit)
            }
        }
    }
}
