import FoundationEssentials
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Medals {
    /// Stores the relation of two users. New friends get the medal for a first friend, if they do
    /// not have it.
    func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await relations.receive(event, in: context)
    }
}

extension Transaction {
    /// Stores relations, and awards the medals for first friends. A user who had a friend before,
    /// but no medal, is not notified: the friend is older than the medal.
    func receive(_ events: [RelationChanged], at now: Instant) async throws {
        let users = Set(events.filter { $0.relation == .friends }.flatMap { [$0.one, $0.other] })
            .sorted()
        let friendless = try await friendless(among: users)
        try store(events)
        guard !users.isEmpty, let rule = try await medalRules().rule(of: .firstFriend) else {
            return
        }
        let medals = users.map { user in
            var medal = rule.earned(by: user, at: now)
            medal.isLate = !friendless.contains(user)
            return medal
        }
        try await give(medals, tellingAt: now)
    }

    /// Awards the next users who have friends the medal for the first one, if they do not have it.
    /// Nobody is notified: the friend is older than the medal.
    ///
    /// - Parameters:
    ///   - last: The last user who was checked.
    ///   - limit: The maximum number of users to check.
    ///   - now: The time.
    /// - Returns: The last user who was checked now; `nil` if there are no more.
    /// - Throws: `PostgresError`.
    func awardFriends(after last: UserID, limit: Int, at now: Instant) async throws -> UUID? {
        let users = try await usersWithTotal(after: last, limit: limit)
        guard let next = users.last, let rule = try await medalRules().rule(of: .firstFriend)
        else { return nil }
        let friendless = try await friendless(among: users)
        let medals = users.filter { !friendless.contains($0) }.map { user in
            var medal = rule.earned(by: user, at: min(now, rule.since))
            medal.isLate = true
            return medal
        }
        try await give(medals, tellingAt: now)
        return users.count < limit ? nil : next.uuid
    }

    /// The users who have no friends.
    private func friendless(among users: [UserID]) async throws -> Set<UserID> {
        guard !users.isEmpty else { return [] }
        let friendless = try await all(
            """
            SELECT asked.user_id FROM unnest(\(users)) AS asked(user_id)
            WHERE NOT EXISTS \(friendsOfPersonIn: "asked.user_id")
            """
        ) { row in try row.next(UserID.self) }
        return Set(friendless)
    }
}
