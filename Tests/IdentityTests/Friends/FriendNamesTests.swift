import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

/// The names in the relations, by which lists of friends are ordered, are those of the accounts,
/// whichever release stored them.
struct FriendNamesTests {
    @Suite(.freshDatabase(Identity.migrations)) struct NewFriends {
        let town = Town()

        @Test func `a release without the names stores them too`() async throws {
            let me = try await town.person("me_myself")
            let ana = try await town.person("ana", first: "Ana", last: "Z")
            let bo = try await town.person("bob", first: "Bo", last: "A")
            for friend in [bo, ana] {
                let pair = Pair(me, friend)
                try await Database.fresh.run(
                    "INSERT INTO relations (one, other) VALUES (\(pair.one), \(pair.other))"
                )
                #expect(try await Self.named() == 0)
            }
            for relation in ["friends", "none", "friends"] {
                try await Database.fresh.run("UPDATE relations SET relation = \(relation)")
            }
            #expect(try await Self.named() == 2)
            #expect(try await names(of: me) == ["ana", "bob"])
        }

        @Test func `whose name is changed is listed by the new one`() async throws {
            let people = try await withPeople()
            for other in people.dropFirst() { try await town.befriend(people[0], other) }
            try await town.befriend(people[1], people[2])
            #expect(try await names(of: people[0]) == ["user1", "user2", "user3"])
            try await Database.fresh.run(
                "UPDATE accounts SET full_name_folded = 'zoe' WHERE id = \(people[1])"
            )
            #expect(try await names(of: people[0]) == ["user2", "user3", "user1"])
            #expect(try await names(of: people[2]) == ["user0", "user1"])
            // Equal names are ordered by the username.
            try await Database.fresh.run(
                """
                UPDATE accounts SET full_name_folded = 'zoe', username = 'a_zoe'
                WHERE id = \(people[2])
                """
            )
            #expect(try await names(of: people[0]) == ["user3", "a_zoe", "user1"])
            var pages: [[String]] = []
            var cursor: String?
            repeat {
                let page = try await town.ask(ListFriends(limit: 1, cursor: cursor), as: people[0])
                pages.append(page.items.map(\.username))
                cursor = page.nextCursor
            } while cursor != nil
            #expect(pages == [["user3"], ["a_zoe"], ["user1"]])
        }

        private func withPeople() async throws -> [UserID] {
            var people: [UserID] = []
            for index in 0..<4 {
                people.append(
                    try await town.person("user\(index)", first: "Name \(index)", last: "X")
                )
            }
            return people
        }

        private func names(of person: UserID) async throws -> [String] {
            try await town.ask(ListFriends(), as: person).items.map(\.username)
        }

        /// How many relations have the names of both.
        private static func named() async throws -> Int {
            try await Database.fresh.one(
                """
                SELECT count(*) FROM relations WHERE one_name IS NOT NULL
                AND one_username IS NOT NULL AND other_name IS NOT NULL
                AND other_username IS NOT NULL
                """
            ) { try $0.next() }
        }
    }

    /// A database of the release before the names stood in the relations.
    @Suite(.freshDatabase(Array(Identity.migrations.prefix { $0.name != "m14_name_friends" })))
    struct FriendsFromBefore {
        @Test func `friends from before are listed by their names`() async throws {
            let me = UserID()
            try await Database.fresh.run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, password_hash, time_zone, created_at)
                SELECT CASE number WHEN 0 THEN \(me) ELSE gen_random_uuid() END, 'user' || number,
                    'Some', 'Body', 'name ' || 9999 - number, 'body', '', 'UTC', now()
                FROM generate_series(0, 2500) AS number
                """
            )
            try await Database.fresh.run(
                """
                INSERT INTO relations (one, other, relation, version)
                SELECT least(id, \(me)), greatest(id, \(me)),
                    CASE username WHEN 'user7' THEN 'none' WHEN 'user8' THEN 'blocked'
                    ELSE 'friends' END, 3
                FROM accounts WHERE id <> \(me)
                """
            )
            try await Database.fresh.migrate(Identity.migrations)
            let page = FriendsPage(user: me, name: "", username: "", limit: 3_000)
            let found = try await Database.fresh.friends([page])[page] ?? []
            let expected = (1...2_500).reversed().filter { $0 != 7 && $0 != 8 }
            #expect(found.map(\.person.username) == expected.map { "user\($0)" })
            // Other services are told of a relation by its version, which stays.
            let versions = try await Database.fresh.all("SELECT DISTINCT version FROM relations") {
                try $0.next(Int64.self)
            }
            #expect(versions == [3])
        }
    }
}
