import Identifiers
import Postgres
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Wire

@testable import Scoring

/// Changes of a contest's scores that wait together are applied as one (2.7-board).
@Suite(.freshDatabase(Scoring.migrations)) struct JoinedScoresTests {
    private typealias Player = ScoresChanged.Player

    private let contest = ChallengeID()
    private let people = (0..<12).map { _ in UserID() }

    private func event(_ players: Player...) -> ScoresChanged {
        ScoresChanged(contest: contest, players: players)
    }

    @Test func `everyone is told of once, as last`() throws {
        let (ana, bo, cy) = (people[0], people[1], people[2])
        let joined = try #require(
            event(Player(ana, 1), Player(bo, 2)).joined(
                with: event(Player(bo, 3, version: 2), Player(cy, 4))
            )
        )
        #expect(joined.contest == contest)
        #expect(joined.players == [Player(ana, 1), Player(bo, 3, version: 2), Player(cy, 4)])
    }

    @Test func `what changes somebody's part is told apart, and another contest`() {
        let ana = people[0]
        let left = event(Player(ana, 1, .left, version: 2))
        #expect(event(Player(ana, 1)).joined(with: left) == nil)
        #expect(left.joined(with: event(Player(ana, 1, version: 3))) == nil)
        #expect(event(Player(people[1], 1)).joined(with: left) != nil)
        let other = ScoresChanged(contest: ChallengeID(), players: [Player(ana, 2, version: 2)])
        #expect(event(Player(ana, 1)).joined(with: other) == nil)
    }

    @Test func `five hundred people are told of as one, not more`() {
        func many(_ count: Int) -> ScoresChanged {
            ScoresChanged(contest: contest, players: (0..<count).map { _ in Player(UserID(), 1) })
        }
        #expect(many(499).joined(with: many(1))?.players.count == 500)
        #expect(many(499).joined(with: many(2)) == nil)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a board is the same whether changes come one by one or together`(
        _ seed: UInt64
    )
        async throws
    {
        var dice = Dice(seed: seed)
        let contests = (ToldContest(), ToldContest())
        try await contests.0.tell()
        try await contests.1.tell()
        var waiting: ScoresChanged?
        func send() async throws {
            if let waiting { try await contests.1.tell(waiting.players) }
        }
        for version in 1...40 as ClosedRange<Int64> {
            if version == 20 {
                try await send()
                waiting = nil
                for contest in [contests.0, contests.1] {
                    try await contest.tell(version: 2) { $0.state = .settling }
                }
            }
            let players = people.shuffled(using: &dice).prefix(.random(in: 1...3, using: &dice))
                .map { user in
                    Player(
                        user,
                        .random(in: 0..<6, using: &dice) == 0
                            ? nil : .random(in: 1...9, using: &dice),
                        at: version,
                        .random(in: 0..<8, using: &dice) == 0 ? .left : .joined,
                        version: version
                    )
                }
            try await contests.0.tell(players)
            let next = ScoresChanged(contest: contest, players: players)
            let joined = waiting?.joined(with: next)
            if joined == nil { try await send() }
            waiting = joined ?? next
        }
        try await send()
        let placings = try await (contests.0.placings(), contests.1.placings())
        #expect(!placings.0.isEmpty)
        #expect(placings.0 == placings.1)
    }
}
