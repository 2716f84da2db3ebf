import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Values
import Wire

@testable import Scoring

extension Fixture {
    /// Tells that a person is on the public board, or is not, and whether they are active.
    func list(
        _ user: UserID,
        _ isListed: Bool = true,
        as standing: AccountStanding = .active,
        version: Int64 = 2
    ) async throws {
        let card = PersonCard(
            person: Self.card(user, "\(user)").person,
            version: version,
            isListed: isListed,
            standing: standing
        )
        try await deliver(PersonChanged(card: card), from: .identity)
    }

    func board(of user: UserID, in span: ScoreSpan) async throws -> [Standing] {
        try await scoring.call(
            GetScoreboard(span: span),
            in: CallContext(user: user, peer: .gateway)
        ).items
    }

    func listed(
        _ span: ScoreSpan? = nil,
        as viewer: UserID = UserID(),
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws -> ListStandings.Reply {
        try await scoring.call(
            ListStandings(span: span, limit: limit, cursor: cursor),
            in: CallContext(user: viewer, peer: .gateway)
        )
    }

    func nearListed(
        _ user: UserID,
        _ span: ScoreSpan? = nil,
        limit: Int? = nil
    ) async throws -> ListNeighbours.Reply {
        try await scoring.call(
            ListNeighbours(span: span, limit: limit),
            in: CallContext(user: user, peer: .gateway)
        )
    }

    /// The whole public board, read in pages.
    func wholeListed(
        _ span: ScoreSpan? = nil,
        as viewer: UserID = UserID(),
        limit: Int = 100
    ) async throws -> [Standing] {
        var items: [Standing] = []
        var cursor: String?
        repeat {
            let page = try await listed(span, as: viewer, limit: limit, cursor: cursor)
            items += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return items
    }

    /// Pays a person at a moment, for the dare of a stranger.
    @discardableResult
    func pay(_ user: UserID, at moment: Instant) async throws -> AssignmentID {
        let assignment = AssignmentID()
        try await deliver(
            AssignmentDone(
                assignment: assignment,
                completer: user,
                sender: UserID(),
                at: moment,
                isVerified: true
            ),
            from: .challenges
        )
        return assignment
    }

    func void(_ assignment: AssignmentID) async throws {
        try await deliver(
            AssignmentVoided(assignment: assignment, at: .now()),
            from: .challenges
        )
    }
}

extension Database {
    /// How many months and weeks of people differ from a sum over the ledger.
    func miscounted() async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM (
                SELECT span, date_trunc(span, earned_at AT TIME ZONE 'UTC')::date AS starts_on,
                    user_id, sum(points)::bigint AS points
                FROM ledger, (VALUES ('month'), ('week')) AS spans(span)
                WHERE points <> 0
                GROUP BY 1, 2, 3
            ) AS summed FULL JOIN window_totals USING (span, starts_on, user_id)
            WHERE summed.points IS DISTINCT FROM window_totals.points
            """
        ) { row in try row.next() }
    }

    /// How many people have another rank on a public board than a count in the same snapshot says:
    /// of all time, and of each month and week.
    func mislisted() async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM (
                SELECT 2 AS board, points, rank() OVER (ORDER BY points DESC) - 1 AS above
                FROM totals WHERE is_listed AND is_shown
                UNION ALL
                SELECT boards.id, points,
                    rank() OVER (PARTITION BY span, starts_on ORDER BY points DESC) - 1
                FROM window_totals LEFT JOIN boards
                    ON boards.name = 'listed/' || span || '/' || starts_on
                WHERE is_listed AND is_shown AND points > 0
            ) AS counted LEFT JOIN LATERAL board_place(board, points) AS place ON true
            WHERE place.above IS DISTINCT FROM counted.above
            """
        ) { row in try row.next() }
    }
}
