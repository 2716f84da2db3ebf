import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// A database of the release before the inbox gets one.
@Suite(.freshDatabase(Array(Identity.migrations.prefix { $0.name != "m09_create_notices" })))
struct NoticeMigrationTests {
    @Test func `who was asked to be a friend before still finds the request`() async throws {
        let town = Town()
        let (ana, bo) = (UserID(), UserID())
        try await Database.fresh.run(
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT id, username, 'Some', 'Body', 'some body', 'body', '', 'UTC', \(town.clock.now)
            FROM unnest(\([ana, bo]), \(["ana", "bob"])) AS person(id, username)
            """
        )
        let pair = Pair(ana, bo)
        try await Database.fresh.run(
            "INSERT INTO relations (one, other) VALUES (\(pair.one), \(pair.other))"
        )
        let requests = ["requested", "declined", "withdrawn", "accepted"].map { state in
            (id: FriendRequestID(), state: state)
        }
        let createdAt = town.clock.now - .days(40)
        for request in requests {
            try await Database.fresh.run(
                """
                INSERT INTO friend_requests (id, asker, asked, state, created_at)
                VALUES (\(request.id), \(ana), \(bo), \(request.state), \(createdAt))
                """
            )
        }
        try await Database.fresh.migrate(Identity.migrations)
        let notices = try await town.inbox(of: bo)
        #expect(notices.map(\.subject) == [Notice.Subject(requests[0].id)])
        #expect(notices.first?.kind == .friendRequest)
        #expect(notices.first?.actor?.id == ana)
        #expect(notices.first?.raisedAt == createdAt)
        #expect(try await town.counts(of: bo).friendRequests == 1)
        #expect(try await town.inbox(of: ana).isEmpty)
        // It is told under the same cause as later ones, and settled as they are.
        let answer = AnswerFriendRequest(request: requests[0].id, accept: true)
        _ = try await town.ask(answer, as: bo)
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
        let causes = try await Database.fresh.all("SELECT DISTINCT cause FROM notices") { row in
            try row.next(String.self)
        }
        #expect(causes == [requests[0].id.description])
    }
}
