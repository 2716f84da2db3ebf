import ChallengesAPI
import ChallengesCore
import Identifiers
import People
import Postgres
import Values
import Wire

// A list of definitions has a part for each reason why its viewer may see some of them: public
// ones, their own, and those that friends show to their friends. Each part is a query of its own,
// which never reads definitions that the viewer can't see for that reason, and examines at most
// `Looks.max` of them. The page has the first definitions of all parts. It ends where the first
// part was cut off.
//
// Each set of filters has its own statement, so that each is planned for its indexes. Whatever the
// part, the same condition checks each definition.
extension DefinitionsPage {
    /// The definitions of the page, each with its rank and whether it is listed, and the last
    /// definition of each part that was cut off.
    var statement: SQL {
        """
        \(matchesOf: self)SELECT \(DefinitionRecord.joinedColumns), \(listedRankOf: place),
            listed.is_listed, listed.is_last
        FROM (
            SELECT looked.id, looked.key, bool_or(looked.is_listed) AS is_listed,
                bool_or(looked.is_last) AS is_last
            FROM (\(parts)) AS looked
            GROUP BY looked.key, looked.id
            ORDER BY looked.key\(directionOf: place), looked.id\(directionOf: place)
            LIMIT \(limit)
        ) AS listed
        JOIN definitions ON definitions.id = listed.id
        ORDER BY listed.key\(directionOf: place), listed.id\(directionOf: place)
        """
    }

    private var parts: SQL {
        if case .trending = place { return trending }
        if selection == .mine { return own }
        if let author { return author == viewer ? own : made(by: author) }
        if selection == .preset { return presets }
        return "\(isFound ? foundByWords : open) UNION ALL \(own) UNION ALL \(ofFriends)"
    }

    /// Whether public definitions are found through the words of the search.
    fileprivate var isFound: Bool {
        guard words != nil, author == nil, selection != .mine, selection != .preset else {
            return false
        }
        if case .trending = place { return false }
        return true
    }

    // MARK: Parts in the order of an index

    /// Public definitions.
    private var open: SQL {
        listed(walking: openWalk(where: "true"), isShelved: true)
    }

    /// Public definitions with the words of the search. Up to `Looks.max` matches are sorted. If
    /// there are more, the list itself is read in its order.
    private var foundByWords: SQL {
        let few = listed(
            among: """
                SELECT matches.id, matches.created_at AS key, false AS is_last FROM matches
                WHERE (SELECT count(*) FROM matches) <= \(Looks.most)\(matchesBehind: place)
                """
        )
        let many = openWalk(where: "(SELECT count(*) FROM matches) > \(Looks.most)")
        return "\(few) UNION ALL \(listed(walking: many, isShelved: true))"
    }

    private func openWalk(where condition: SQL) -> SQL {
        """
        SELECT definitions.*, \(shelfIn: self)\(keyOf: place) AS key
        FROM definitions\(countsFor: place)
        WHERE \(condition) AND \(publicIn: self)\(behind: place)
        ORDER BY \(categoryOf: self)\(keyOf: place)\(directionOf: place),
            \(idOf: place)\(directionOf: place)
        """
    }

    /// Public definitions that are trending.
    private var trending: SQL {
        listed(
            walking: """
                SELECT definitions.*, trends.score AS key FROM definitions
                JOIN trends ON trends.target = definitions.id
                WHERE trends.of = 'definition' AND trends.score IS NOT NULL\(behind: place)
                ORDER BY trends.score DESC, trends.target DESC
                """
        )
    }

    /// The viewer's own definitions.
    private var own: SQL {
        newest("definitions.author = \(viewer) AND definitions.state <> 'deleted'")
    }

    /// Another author's definitions: those that are public or shown to friends.
    private func made(by author: UserID) -> SQL {
        let open = newest(
            """
            definitions.author = \(author) AND definitions.visibility = 'public'
                AND definitions.state = 'shown'
            """
        )
        let friendly = newest(
            """
            definitions.author = \(author) AND definitions.visibility = 'friends'
                AND definitions.state = 'shown'
            """
        )
        return "\(open) UNION ALL \(friendly)"
    }

    /// Definitions that an index has with the newest first.
    private func newest(_ condition: SQL) -> SQL {
        guard case .newest = place else {
            return listed(
                newest: """
                    SELECT definitions.* FROM definitions WHERE \(condition)
                    ORDER BY definitions.created_at DESC, definitions.id DESC LIMIT \(Looks.max)
                    """
            )
        }
        return listed(
            walking: """
                SELECT definitions.*, definitions.created_at AS key FROM definitions
                WHERE \(condition)\(behind: place)
                ORDER BY definitions.created_at DESC, definitions.id DESC
                """
        )
    }

    // MARK: Parts of several lists

    /// The operator's presets, of which there are few.
    private var presets: SQL {
        listed(
            among: """
                SELECT definitions.id, definitions.created_at AS key, false AS is_last
                FROM definitions WHERE definitions.preset IS NOT NULL\(newestBehind: place) OFFSET 0
                """
        )
    }

    /// Definitions that the viewer's friends show to their friends: an equal number from each
    /// friend. If some friends have more, the first few of those parts are read further.
    private var ofFriends: SQL {
        listed(
            among: """
                WITH short AS MATERIALIZED (
                    SELECT asked.friend, part.id, part.key, part.number = asked.most AS is_last
                    FROM (
                        SELECT friends.id, greatest(\(Looks.most) / count(*) OVER (), 1)
                        FROM \(friendsOf: viewer) AS friends(id)
                    ) AS asked(friend, most)
                    CROSS JOIN LATERAL (
                        \(shownToFriendsOf: "asked.friend")\(newestBehind: place)
                        ORDER BY definitions.created_at DESC, definitions.id DESC LIMIT asked.most
                    ) AS part
                ), long AS MATERIALIZED (
                    SELECT short.friend, short.key, short.id FROM short WHERE short.is_last
                    ORDER BY short.key DESC, short.id DESC LIMIT \(Looks.longParts)
                )
                SELECT short.id, short.key,
                    short.is_last AND NOT EXISTS (
                        SELECT FROM long WHERE long.friend = short.friend) AS is_last
                FROM short
                UNION ALL
                SELECT part.id, part.key, part.number = \(Looks.longPart)
                FROM long
                CROSS JOIN LATERAL (
                    \(shownToFriendsOf: "long.friend")
                        AND (definitions.created_at, definitions.id) < (long.key, long.id)
                    ORDER BY definitions.created_at DESC, definitions.id DESC
                    LIMIT \(Looks.longPartMax)
                ) AS part
                """
        )
    }

    // MARK: How a part is examined

    /// Lists the definitions that fit, among up to `Looks.max` that are read in the order of the
    /// list.
    private func listed(walking definitions: SQL, isShelved: Bool = false) -> SQL {
        // The window has the same order as its input, which the planner would otherwise forget.
        let shelf: SQL = isShelved && category != nil ? "shelf, " : ""
        return listed(
            """
            SELECT looked.*, row_number() OVER (ORDER BY \(shelf)looked.key\(directionOf: place),
                looked.id\(directionOf: place)) = \(Looks.most) AS is_last
            FROM (\(definitions) LIMIT \(Looks.max)) AS looked
            """,
            shelf: shelf
        )
    }

    /// Lists the definitions that fit, among the newest, in another order: all of them are read.
    private func listed(newest definitions: SQL) -> SQL {
        listed(
            """
            SELECT definitions.*, \(keyOf: place) AS key, false AS is_last
            FROM (\(definitions)) AS definitions\(countsOfEachFor: place)
            WHERE true\(behind: place)
            """
        )
    }

    /// Lists the candidates that fit. If the list begins with the newest, the candidates are sorted
    /// before anything else is read; in any other order, all are read.
    private func listed(among candidates: SQL) -> SQL {
        guard case .newest = place else {
            return listed(
                """
                SELECT definitions.*, \(keyOf: place) AS key, false AS is_last
                FROM (\(candidates)) AS candidates
                CROSS JOIN LATERAL (\(definitionOf: "candidates.id")) AS definitions
                \(countsOfEachFor: place)
                WHERE true\(behind: place)
                """
            )
        }
        return listed(
            """
            SELECT definitions.*, sorted.key, sorted.is_last
            FROM (
                SELECT candidates.id, candidates.key, candidates.is_last
                FROM (\(candidates)) AS candidates
                ORDER BY candidates.key DESC, candidates.id DESC OFFSET 0
            ) AS sorted
            CROSS JOIN LATERAL (\(definitionOf: "sorted.id")) AS definitions
            """
        )
    }

    /// Checks one definition after another, until there are enough.
    private func listed(_ definitions: SQL, shelf: SQL = "") -> SQL {
        """
        (SELECT definitions.id, definitions.key, checked.is_listed, definitions.is_last
        FROM (\(definitions)) AS definitions
        CROSS JOIN LATERAL (SELECT \(fitting: self) AS is_listed OFFSET 0) AS checked
        WHERE checked.is_listed OR definitions.is_last
        ORDER BY \(shelf)definitions.key\(directionOf: place),
            definitions.id\(directionOf: place) LIMIT \(limit))
        """
    }
}

// The conditions of a page.
extension SQL.StringInterpolation {
    /// The conditions of a page: its filters, and visibility to the viewer. For trends, the
    /// visibility is checked again, because it may have changed since they were computed.
    fileprivate mutating func appendInterpolation(fitting page: DefinitionsPage) {
        appendLiteral("definitions.state = 'shown'")
        switch page.selection {
        case .workout: appendLiteral(" AND definitions.category IS NOT NULL")
        case .preset: appendLiteral(" AND definitions.preset IS NOT NULL")
        case .mine:
            appendLiteral(" AND definitions.author = ")
            appendInterpolation(page.viewer)
        case .unknown, nil: break
        }
        if let category = page.category {
            appendLiteral(" AND definitions.category = ")
            appendInterpolation(category)
        }
        if let author = page.author {
            appendLiteral(" AND definitions.author = ")
            appendInterpolation(author)
        }
        if let words = page.words {
            appendLiteral(" AND ")
            appendInterpolation(words, in: "definitions")
        }
        if case .trending = page.place { appendLiteral(" AND definitions.visibility = 'public'") }
        appendLiteral(" AND ")
        appendInterpolation(definitionsSeenBy: page.viewer)
    }

    /// The public definitions that match the words of a page, in no particular order; at most one
    /// more than the number that is sorted. The position of the page does not matter, so all pages
    /// of a list are made in the same way. Hidden definitions count too, because the index has
    /// them. Definitions whose folded words are still to be stored have an index of their own,
    /// which is empty afterwards.
    fileprivate mutating func appendInterpolation(matchesOf page: DefinitionsPage) {
        guard let words = page.words, page.isFound else { return }
        let part: SQL = """
            WITH matches AS MATERIALIZED (
                (SELECT definitions.id, definitions.created_at FROM definitions
                WHERE \(words, foldedIn: "definitions")
                    AND definitions.visibility = 'public' AND definitions.state <> 'deleted'
                LIMIT \(Looks.more))
                UNION ALL
                (SELECT definitions.id, definitions.created_at FROM definitions
                WHERE definitions.folded IS NULL AND \(words, unfoldedIn: "definitions")
                    AND definitions.visibility = 'public' AND definitions.state <> 'deleted'
                LIMIT \(Looks.more))
            )

            """
        appendInterpolation(part)
    }

    /// The definition with the id in a column, looked up for each row however many are expected.
    fileprivate mutating func appendInterpolation(definitionOf column: StaticString) {
        appendLiteral("SELECT definitions.* FROM definitions WHERE definitions.id = ")
        appendLiteral(column)
        appendLiteral(" OFFSET 0")
    }

    /// The definitions that the user in a column shows to their friends, numbered. Conditions and
    /// the order are appended.
    fileprivate mutating func appendInterpolation(shownToFriendsOf person: StaticString) {
        appendLiteral("SELECT definitions.id, definitions.created_at AS key,")
        appendLiteral(" row_number() OVER (ORDER BY definitions.created_at DESC,")
        appendLiteral(" definitions.id DESC) AS number FROM definitions")
        appendLiteral(" WHERE definitions.author = ")
        appendLiteral(person)
        appendLiteral(" AND definitions.visibility = 'friends' AND definitions.state = 'shown'")
    }
}
