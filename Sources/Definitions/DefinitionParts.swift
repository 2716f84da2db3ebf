import ChallengesAPI
import ChallengesCore
import Identifiers
import People
import Postgres
import Values
import Wire

// A list of definitions has a part for each reason for which its viewer may see some: what is public,
// what they have made, and what their friends show to their friends. Each part is a query of its own,
// which never reads what only strangers see, and examines at most `Looks.max` definitions. The page is
// the first ones of all parts; it ends where the first of them was cut off.
//
// Each set of filters is a statement of its own, so that each is planned for its indices. Whatever
// the reason, each definition is checked by the same condition.
extension DefinitionsPage {
    /// The definitions of the page, each with its rank, and whether it is listed, and the last one of
    /// a part that was cut off.
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

    /// Whether what everyone may see is found by words.
    fileprivate var isFound: Bool {
        guard words != nil, author == nil, selection != .mine, selection != .preset else {
            return false
        }
        if case .trending = place { return false }
        return true
    }

    // MARK: Parts in the order of an index

    /// What everyone may see.
    private var open: SQL {
        listed(walking: openWalk(where: "true"), isShelved: true)
    }

    /// What everyone may see and has the words. Few matches are put in order; if there are more, the
    /// list itself is looked at.
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

    /// What is public and trends.
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

    /// What the viewer has made.
    private var own: SQL {
        newest("definitions.author = \(viewer) AND definitions.state <> 'deleted'")
    }

    /// What somebody else has made: what is public, and what they show to their friends.
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

    /// Definitions of which an index has the newest first.
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

    /// What the operator has made, which is little.
    private var presets: SQL {
        listed(
            among: """
                SELECT definitions.id, definitions.created_at AS key, false AS is_last
                FROM definitions WHERE definitions.preset IS NOT NULL\(newestBehind: place) OFFSET 0
                """
        )
    }

    /// What the viewer's friends show to their friends: as much of each. Of those who have more, the
    /// first few are read further.
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

    // MARK: How a part is looked at

    /// Of definitions that are read in the order of the list those that it has, as far as they are
    /// looked at.
    private func listed(walking definitions: SQL, isShelved: Bool = false) -> SQL {
        // The window has the order of what it numbers, which the planner would otherwise forget.
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

    /// Of the newest definitions those that the list has, in another order: all are read.
    private func listed(newest definitions: SQL) -> SQL {
        listed(
            """
            SELECT definitions.*, \(keyOf: place) AS key, false AS is_last
            FROM (\(definitions)) AS definitions\(countsOfEachFor: place)
            WHERE true\(behind: place)
            """
        )
    }

    /// Of candidates those that the list has. Newest first, they are put in order before anything
    /// else is read of them; by another order, all are read.
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

    /// Each definition is checked by itself, until there are enough.
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
    /// The conditions of a page: its filters, and what the viewer sees. The visibility of what trends
    /// was public when that was counted.
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
            appendInterpolation(definitionsHaving: words)
        }
        if case .trending = page.place { appendLiteral(" AND definitions.visibility = 'public'") }
        appendLiteral(" AND ")
        appendInterpolation(definitionsSeenBy: page.viewer)
    }

    /// The condition under which the texts of a definition have words. The server reads the words
    /// once, and expects few matches, whatever the words are.
    private mutating func appendInterpolation(definitionsHaving words: SearchWords) {
        appendLiteral("definitions.words @@ (SELECT to_tsquery('simple', ")
        appendInterpolation(words.query)
        appendLiteral("))")
    }

    /// The public definitions that are found by the words of a page, in no order: at most one more
    /// than are sorted. The page's place does not matter, so that all pages of a list are made in one
    /// way. Hidden definitions count too, as the index holds them.
    fileprivate mutating func appendInterpolation(matchesOf page: DefinitionsPage) {
        guard let words = page.words, page.isFound else { return }
        appendLiteral("WITH matches AS MATERIALIZED (SELECT definitions.id,")
        appendLiteral(" definitions.created_at FROM definitions WHERE ")
        appendInterpolation(definitionsHaving: words)
        appendLiteral(" AND definitions.visibility = 'public' AND definitions.state <> 'deleted'")
        appendLiteral(" LIMIT ")
        appendInterpolation(Looks.more)
        appendLiteral(") ")
    }

    /// The definition whose id is in a column: looked up for each row, however many are expected.
    fileprivate mutating func appendInterpolation(definitionOf column: StaticString) {
        appendLiteral("SELECT definitions.* FROM definitions WHERE definitions.id = ")
        appendLiteral(column)
        appendLiteral(" OFFSET 0")
    }

    /// The definitions that the person in a column shows to their friends, numbered, to which
    /// conditions and the order are added.
    fileprivate mutating func appendInterpolation(shownToFriendsOf person: StaticString) {
        appendLiteral("SELECT definitions.id, definitions.created_at AS key,")
        appendLiteral(" row_number() OVER (ORDER BY definitions.created_at DESC,")
        appendLiteral(" definitions.id DESC) AS number FROM definitions")
        appendLiteral(" WHERE definitions.author = ")
        appendLiteral(person)
        appendLiteral(" AND definitions.visibility = 'friends' AND definitions.state = 'shown'")
    }
}
