import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

extension Reader {
    /// Active people whose username or name begins with a text, ordered by username.
    ///
    /// The indexes of names have another order than the list. A few matches are read and sorted; if
    /// there are more, all people are examined in the order of the list. The statement itself
    /// counts the matches to decide, because the planner's estimate of how many names begin with a
    /// text can be far wrong.
    func people(
        beginning prefix: SearchPrefix,
        except asker: UserID,
        after username: String,
        limit: Int
    ) async throws -> ListPart<Person> {
        let looked = try await all(
            """
            WITH matches AS MATERIALIZED (
                (\(matching: prefix, in: "username"))
                UNION ALL (\(matching: prefix, in: "full_name_folded"))
                UNION ALL (\(matching: prefix, in: "last_name_folded"))
                LIMIT \(Looks.max + 1)
            ), few AS (
                SELECT DISTINCT ON (username) matches.*, true AS is_found, false AS is_last
                FROM matches
                WHERE (SELECT count(*) FROM matches) <= \(Looks.max)
                    AND username > \(username) AND \(foundBy: asker)
                ORDER BY username LIMIT \(limit)
            ), walked AS (
                SELECT * FROM (
                    SELECT looked.*, \(foundBy: asker) AND (\(prefix, in: "username")
                            OR \(prefix, in: "full_name_folded")
                            OR \(prefix, in: "last_name_folded")) AS is_found,
                        row_number() OVER (ORDER BY username) = \(Looks.max) AS is_last
                    FROM (
                        SELECT * FROM accounts
                        WHERE (SELECT count(*) FROM matches) > \(Looks.max)
                            AND username > \(username)
                        ORDER BY username LIMIT \(Looks.max)
                    ) AS looked
                ) AS looked
                WHERE is_found OR is_last
                ORDER BY username LIMIT \(limit)
            )
            SELECT \(Person.columns), is_found, is_last
            FROM (SELECT * FROM few UNION ALL SELECT * FROM walked) AS found ORDER BY username
            """
        ) { row in
            try LookedAt(row.person(), isListed: row.next(), isLast: row.next())
        }
        return ListPart(looked)
    }

    /// Active people whose username or name is similar to a text, but does not begin with it; the
    /// most similar ones first.
    func people(
        similarTo text: SearchPrefix,
        except asker: UserID,
        limit: Int
    ) async throws -> [Person] {
        try await all(
            """
            SELECT \(Person.columns) FROM (
                SELECT account, min(distance) AS distance
                FROM similar_accounts(\(text.lower), \(similarMax)) GROUP BY account
            ) AS nearest
            CROSS JOIN LATERAL (
                SELECT * FROM accounts
                WHERE id = nearest.account AND \(foundBy: asker) AND NOT (
                    \(text, in: "username") OR \(text, in: "full_name_folded")
                    OR \(text, in: "last_name_folded"))
                OFFSET 0
            ) AS found
            ORDER BY distance, username LIMIT \(limit)
            """
        ) { try $0.person() }
    }
}

/// The maximum number of similar usernames, of full names and of last names that are examined: 200
/// each.
private let similarMax = 200

extension SQL.StringInterpolation {
    /// Writes the condition that the text in a column begins with the prefix.
    fileprivate mutating func appendInterpolation(_ prefix: SearchPrefix, in column: Clauses) {
        appendInterpolation(column)
        appendLiteral(" >= ")
        appendInterpolation(prefix.lower)
        appendLiteral(" AND ")
        appendInterpolation(column)
        appendLiteral(" < ")
        appendInterpolation(prefix.upper)
    }

    /// Writes a query of the accounts whose text in a column begins with the prefix, in the order
    /// of that column: at most one more than are sorted.
    fileprivate mutating func appendInterpolation(
        matching prefix: SearchPrefix,
        in column: Clauses
    ) {
        appendLiteral("SELECT * FROM accounts WHERE ")
        appendInterpolation(prefix, in: column)
        appendLiteral(" ORDER BY ")
        appendInterpolation(column)
        appendLiteral(" LIMIT ")
        appendInterpolation(Looks.max + 1)
    }

    /// Writes the condition that a user can find the account.
    fileprivate mutating func appendInterpolation(foundBy asker: UserID) {
        appendLiteral("id <> ")
        appendInterpolation(asker)
        appendLiteral(" AND standing = 'active'")
    }
}
