import Identifiers
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func checkScores(
        _ call: CheckScores,
        in context: CallContext
    ) async throws -> CheckScores.Reply {
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let last = try Self.checkCursor.keys(of: call.cursor, orThrow: ScoringError.cursorInvalid)
        let users = try await database.scoredUsers(
            after: last ?? UserID(.lowest),
            limit: limit.fetched
        )
        let differences = Dictionary(
            grouping: try await database.differences(of: limit.shown(of: users)),
            by: \.user
        )
        let (checked, nextCursor) = limit.cut(
            users,
            size: { user in differences[user, default: []].reduce(0) { $0 + $1.bytesMax } },
            cursor: { Self.checkCursor.text($0) }
        )
        return CheckScores.Reply(
            users: checked.count,
            differences: checked.flatMap { differences[$0, default: []] },
            nextCursor: nextCursor
        )
    }

    private static let checkCursor = PageCursor<UserID>("check")
}

extension Reader {
    /// The next users with a score of any kind, in the order of their ids.
    fileprivate func scoredUsers(after last: UserID, limit: Int) async throws -> [UserID] {
        let users =
            try await usersWithTotal(after: last, limit: limit)
            + usersWithLine(after: last, limit: limit)
            + usersWithWindow(after: last, limit: limit)
            + usersWithStreak(after: last, limit: limit)
            + usersWithCounter(after: last, limit: limit)
            + usersWhoSent(after: last, limit: limit)
        return Array(Set(users).sorted().prefix(limit))
    }

    /// All differences in the scores of users, in any order.
    fileprivate func differences(of users: [UserID]) async throws -> [ScoreDifference] {
        let points = try await differingPoints(of: users)
        let streaks = try await storedStreaks(of: users)
        let counters = try await differingCounters(of: users)
        let medals = try await differingMedals(of: users)
        return points + streaks.compactMap(\.difference) + counters + medals
    }
}

extension ScoreDifference {
    /// The maximum number of bytes that the difference takes in a reply.
    fileprivate var bytesMax: Int {
        200 + stored.utf8.count + recounted.utf8.count
    }
}
