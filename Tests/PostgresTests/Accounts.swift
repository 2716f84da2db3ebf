import Postgres
import TestKit

/// Two accounts, with 10 and 20 points, neither of which may fall below 0; a friend must exist at
/// the commit.
enum Accounts {
    static let migrations = [
        Migration(
            "m01_accounts",
            Array(
                """
                CREATE TABLE accounts (
                    id int8 CONSTRAINT accounts_pkey PRIMARY KEY,
                    points int8 NOT NULL CONSTRAINT accounts_points_check CHECK (points >= 0),
                    friend int8 CONSTRAINT accounts_friend_fkey REFERENCES accounts
                        DEFERRABLE INITIALLY DEFERRED
                );
                INSERT INTO accounts VALUES (1, 10), (2, 20);
                """.utf8
            )
        )
    ]

    /// The committed points, in the order of the accounts.
    static func points() async throws -> [Int] {
        try await Database.fresh.all("SELECT points FROM accounts ORDER BY id", .point) {
            try $0.next()
        }
    }
}
