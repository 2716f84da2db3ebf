import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

/// A friend, with the key that the list of friends is sorted by: the full name, then the username.
struct NamedPerson {
    let person: Person
    let fullNameFolded: String
}

/// A page of a user's list of friends.
struct FriendsPage: Hashable {
    let user: UserID
    /// The folded name of the last friend before the page; empty for the first page.
    let name: String
    /// That friend's username.
    let username: String
    /// The maximum number of friends.
    let limit: Int
}

extension Reader {
    /// Returns pages of active friends, ordered by name. An empty page has no entry.
    ///
    /// A relation stores both names (`m14_name_friends.sql`). The list has two parts: relations in
    /// which the user is `one`, and those in which the friend is.
    func friends(_ pages: [FriendsPage]) async throws -> [FriendsPage: [NamedPerson]] {
        try await lists(
            for: pages,
            """
            SELECT page.number, \(Person.friendColumns), friend.full_name_folded
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.name)), \(pages.map(\.username)),
                    \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, name, username, size, number)
            CROSS JOIN LATERAL (
                -- Of each part no more are looked up than the page has. OFFSET 0 keeps the server
                -- from reading everybody else.
                (
                    SELECT account.* FROM (VALUES (true)) AS every
                    JOIN relations ON one = page.person
                    CROSS JOIN LATERAL (
                        SELECT \(Person.columns), full_name_folded FROM accounts
                        WHERE accounts.id = relations.other AND standing = 'active' OFFSET 0
                    ) AS account
                    WHERE relation = 'friends'
                        AND (other_name, other_username) > (page.name, page.username)
                    ORDER BY other_name, other_username LIMIT page.size
                ) UNION ALL (
                    SELECT account.* FROM (VALUES (true)) AS every
                    JOIN relations ON other = page.person
                    CROSS JOIN LATERAL (
                        SELECT \(Person.columns), full_name_folded FROM accounts
                        WHERE accounts.id = relations.one AND standing = 'active' OFFSET 0
                    ) AS account
                    WHERE relation = 'friends'
                        AND (one_name, one_username) > (page.name, page.username)
                    ORDER BY one_name, one_username LIMIT page.size
                )
                ORDER BY full_name_folded, username LIMIT page.size
            ) AS friend
            ORDER BY page.number, friend.full_name_folded, friend.username
            """
        ) { row in
            try NamedPerson(person: row.person(), fullNameFolded: row.next())
        }
    }

    /// Returns which of up to 200 users accept challenges.
    func acceptingChallenges(_ users: [UserID]) async throws -> Set<UserID> {
        Set(
            try await all(
                """
                SELECT id FROM accounts WHERE id = ANY(\(users)) AND accepts_challenges
                """,
                .point
            ) { try $0.next(UserID.self) }
        )
    }
}

extension Person {
    /// The columns of a friend on a page.
    fileprivate static let friendColumns = columns.of("friend")
}
