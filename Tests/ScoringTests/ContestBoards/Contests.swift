import ChallengesAPI
import Identifiers
import IdentityAPI
import NIOCore
import Postgres
import RPC
import ScoringAPI
import TestKit
import Values
import Wire

@testable import Scoring

/// A contest in a test: told of as challengesd's events would, and asked for as a gateway does.
struct ToldContest {
    let id = ChallengeID()
    let owner = UserID()
    let fixture: Fixture

    init(_ fixture: Fixture = Fixture()) {
        self.fixture = fixture
    }

    /// A public competition that is under way.
    func head(
        version: Int64 = 1,
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) -> ContestChanged {
        var head = ContestChanged(
            contest: id,
            kind: .competition,
            name: "Water",
            owner: owner,
            visibility: .public,
            direction: .higher,
            score: .raw,
            goal: nil,
            state: .active,
            isHidden: false,
            at: .now(),
            version: version
        )
        change(&head)
        return head
    }

    func tell(
        version: Int64 = 1,
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) async throws {
        try await fixture.deliver(head(version: version, change), from: .challenges)
    }

    /// Tells how people stand, in as many events as that takes.
    func tell(_ players: [ScoresChanged.Player]) async throws {
        var rest = players[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(ScoresChanged.playersLimit.upperBound))
            rest = rest.dropFirst(part.count)
            try await fixture.deliver(
                ScoresChanged(contest: id, players: part),
                from: .challenges
            )
        }
    }

    func board(
        as viewer: UserID = UserID(),
        around: GetBoard.Around? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws -> Page<BoardRow> {
        try await fixture.scoring.call(
            GetBoard(contest: id, around: around, limit: limit, cursor: cursor),
            in: CallContext(user: viewer, peer: .gateway)
        )
    }

    /// The whole board, read in pages by somebody who is not on it.
    func wholeBoard(limit: Int = 100) async throws -> [BoardRow] {
        let stranger = UserID()
        var rows: [BoardRow] = []
        var cursor: String?
        repeat {
            let page = try await board(as: stranger, limit: limit, cursor: cursor)
            rows += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return rows
    }

    /// Everyone's place, whether they have a name or not: where the board is answered from.
    func placings() async throws -> [Placing] {
        guard let known = try await Database.fresh.board(of: id, for: UserID()) else { return [] }
        let sql: SQL =
            if known.board.isFrozen {
                """
                SELECT user_id, rank FROM (\(resultsOf: id)) AS board
                ORDER BY is_unranked, place, reached_at, user_id
                """
            } else {
                """
                SELECT user_id, rank FROM (\(ranksOf: known.board)) AS board
                ORDER BY is_unranked, place, reached_at, user_id
                """
            }
        return try await Database.fresh.all(sql) { row in
            try Placing(user: row.next(), rank: row.next())
        }
    }

    /// Completes the contest, without writing a result.
    func complete(version: Int64 = 100) async throws {
        try await tell(version: version) { $0.state = .completed }
    }

    /// Writes all results.
    func freeze() async throws {
        while try await fixture.service.boards.freeze() > 0 {}
    }
}

/// Who has which rank.
struct Placing: Hashable, Sendable {
    let user: UserID
    let rank: Int?
}

extension [BoardRow] {
    var placings: [Placing] { map { Placing(user: $0.user.id, rank: $0.rank) } }
}

extension ScoresChanged.Player {
    /// A player with a value and the same score, in whole units; without an entry if it is `nil`.
    init(
        _ user: UserID,
        _ score: Int64?,
        at seconds: Int64 = 0,
        _ state: State = .joined,
        version: Int64 = 1
    ) {
        let amount = score.flatMap { Amount(millionths: $0 * 1_000_000) }
        self.init(
            user: user,
            state: state,
            value: amount,
            score: amount,
            entries: amount == nil ? 0 : 1,
            target: nil,
            reachedAt: amount.map { _ in Instant(microseconds: seconds * 1_000_000) },
            completedAt: nil,
            version: version
        )
    }
}

extension Fixture {
    /// Introduces many people in one statement; those named are not active.
    func introduce(
        _ users: some Collection<UserID> & Sendable,
        as standing: AccountStanding? = nil
    ) async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version, standing)
                SELECT id, id::text, '', '', 1, \(standing?.rawValue)
                FROM unnest(\(Array(users))) AS known(id)
                ON CONFLICT ON CONSTRAINT people_pkey DO UPDATE SET standing = excluded.standing
                """
            )
        }
    }

    func relate(_ one: UserID, _ other: UserID, _ relation: Relation) async throws {
        try await deliver(
            RelationChanged(
                one: min(one, other),
                other: max(one, other),
                relation: relation,
                version: 1
            ),
            from: .identity
        )
    }

    /// The events of one kind that wait to leave, in order.
    func emitted<E: Event>(_: E.Type) async throws -> [E] {
        let bodies = try await Database.fresh.all(
            "SELECT body FROM outbox WHERE call = \(Int32(E.id.rawValue)) ORDER BY sequence"
        ) { row in try row.next([UInt8].self) }
        return try bodies.map { try WireDecoder().decode(E.self, from: ByteBuffer(bytes: $0)) }
    }
}

/// Players whose ranks are counted in memory, to compare with the service.
struct ContestCrowd {
    var players: [ScoresChanged.Player]
    var lowerWins = false
    /// Who is not active.
    var inactive: Set<UserID> = []

    /// Players with scores that tie often; some without an entry, some who left.
    init(_ count: Int, lowerWins: Bool = false, using dice: inout some RandomNumberGenerator) {
        self.lowerWins = lowerWins
        players = (0..<count).map { _ in
            let score = Int64.random(in: -20..<200, using: &dice)
            return ScoresChanged.Player(
                UserID(),
                score < 0 ? nil : score,
                at: Int64.random(in: 0..<20, using: &dice),
                Int.random(in: 0..<10, using: &dice) == 0 ? .left : .joined
            )
        }
    }

    /// The board of those who are in the contest. Who is not active is not on it, or has no rank.
    func placings(keepsInactive: Bool) -> [Placing] {
        let shown = players.filter { player in
            player.state == .joined && (keepsInactive || !inactive.contains(player.user))
        }
        let ranked = shown.filter { $0.score != nil && !inactive.contains($0.user) }
        // How many have which score, and from those, how many have a better one.
        let counts = Dictionary(grouping: ranked, by: place).mapValues(\.count)
        var ranks: [Int64: Int] = [:]
        var better = 0
        for (place, count) in counts.sorted(by: { $0.key < $1.key }) {
            ranks[place] = better + 1
            better += count
        }
        let order = ranked.sorted { one, other in
            (place(one), one.reachedAt ?? .now(), one.user)
                < (place(other), other.reachedAt ?? .now(), other.user)
        }
        let rest = shown.filter { $0.score == nil || inactive.contains($0.user) }
            .sorted { $0.user < $1.user }
        return order.map { Placing(user: $0.user, rank: ranks[place($0)]) }
            + rest.map { Placing(user: $0.user, rank: nil) }
    }

    private func place(_ player: ScoresChanged.Player) -> Int64 {
        let score = player.score?.millionths ?? 0
        return lowerWins ? score : -score
    }
}
