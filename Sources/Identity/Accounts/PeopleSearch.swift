import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

extension Reader {
    /// Active people whose username or name begins with a text, or contains it if it is in scripts
    /// that are written without spaces, ordered by username.
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
                (\(matching: prefix.folded, in: "username"))
                UNION ALL (\(matching: prefix.folded, in: "full_name_search"))
                UNION ALL (\(matching: prefix.folded, in: "last_name_search"))
                \(orMatchingPairsOf: prefix)
                UNION ALL (\(matching: prefix.unfolded, inUnfolded: "full_name_folded"))
                UNION ALL (\(matching: prefix.unfolded, inUnfolded: "last_name_folded"))
                LIMIT \(Looks.max + 1)
            ), few AS (
                SELECT DISTINCT ON (username) matches.*, true AS is_found, false AS is_last
                FROM matches
                WHERE (SELECT count(*) FROM matches) <= \(Looks.max)
                    AND username > \(username) AND \(foundBy: asker)
                ORDER BY username LIMIT \(limit)
            ), walked AS (
                SELECT * FROM (
                    SELECT looked.*, \(foundBy: asker) AND \(matchedBy: prefix) AS is_found,
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

    /// Active people whose username or name is similar to a text, but is not found by it; the most
    /// similar ones first.
    func people(
        similarTo text: SearchPrefix,
        except asker: UserID,
        limit: Int
    ) async throws -> [Person] {
        try await all(
            """
            SELECT \(Person.columns) FROM (
                SELECT account, min(distance) AS distance
                FROM similar_people(
                    \(text.folded.lower), \(text.unfolded.lower), \(similarMax))
                GROUP BY account
            ) AS nearest
            CROSS JOIN LATERAL (
                SELECT * FROM accounts
                WHERE id = nearest.account AND \(foundBy: asker) AND NOT \(matchedBy: text)
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
    /// Writes the condition that a search finds the account. Until an account's searched names are
    /// stored, its names in lower case are compared.
    fileprivate mutating func appendInterpolation(matchedBy prefix: SearchPrefix) {
        appendLiteral("(")
        appendInterpolation(prefix.folded, in: "username")
        appendLiteral(" OR CASE WHEN full_name_search IS NULL THEN ")
        appendInterpolation(prefix.unfolded, in: "full_name_folded")
        appendLiteral(" OR ")
        appendInterpolation(prefix.unfolded, in: "last_name_folded")
        appendLiteral(" ELSE ")
        appendInterpolation(prefix.folded, in: "full_name_search")
        appendLiteral(" OR ")
        appendInterpolation(prefix.folded, in: "last_name_search")
        if let pairs = prefix.pairs {
            appendLiteral(" OR coalesce(")
            appendInterpolation(pairsIn: pairs)
            appendLiteral(", false)")
        }
        appendLiteral(" END)")
    }

    /// Writes the condition that the text in a column begins with another.
    private mutating func appendInterpolation(
        _ beginning: SearchPrefix.Beginning,
        in column: Clauses
    ) {
        appendInterpolation(column)
        appendLiteral(" >= ")
        appendInterpolation(beginning.lower)
        appendLiteral(" AND ")
        appendInterpolation(column)
        appendLiteral(" < ")
        appendInterpolation(beginning.upper)
    }

    private mutating func appendInterpolation(pairsIn query: String) {
        appendLiteral("name_pairs @@ (SELECT ")
        appendInterpolation(query)
        appendLiteral("::tsquery)")
    }

    /// Writes a query of the accounts whose text in a column begins with another, in the order of
    /// that column: at most one more than are sorted.
    fileprivate mutating func appendInterpolation(
        matching beginning: SearchPrefix.Beginning,
        in column: Clauses,
        where condition: Clauses = ""
    ) {
        appendLiteral("SELECT * FROM accounts WHERE ")
        appendInterpolation(condition)
        appendInterpolation(beginning, in: column)
        appendLiteral(" ORDER BY ")
        appendInterpolation(column)
        appendLiteral(" LIMIT ")
        appendInterpolation(Looks.max + 1)
    }

    /// Writes the same query of the accounts whose searched names are still to be stored.
    fileprivate mutating func appendInterpolation(
        matching beginning: SearchPrefix.Beginning,
        inUnfolded column: Clauses
    ) {
        appendInterpolation(
            matching: beginning,
            in: column,
            where: "full_name_search IS NULL AND "
        )
    }

    /// Writes a further query of the accounts whose names contain the text, if it is in scripts
    /// that are written without spaces.
    fileprivate mutating func appendInterpolation(orMatchingPairsOf prefix: SearchPrefix) {
        guard let pairs = prefix.pairs else { return }
        appendLiteral("UNION ALL (SELECT * FROM accounts WHERE ")
        appendInterpolation(pairsIn: pairs)
        appendLiteral(" LIMIT ")
        appendInterpolation(Looks.max + 1)
        appendLiteral(")")
    }

    /// Writes the condition that a user can find the account.
    fileprivate mutating func appendInterpolation(foundBy asker: UserID) {
        appendLiteral("id <> ")
        appendInterpolation(asker)
        appendLiteral(" AND standing = 'active'")
    }
}
