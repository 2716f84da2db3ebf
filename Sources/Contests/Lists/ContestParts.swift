import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import People
import Postgres
import Values
import Wire

// A list of contests has a part for each reason for which its viewer may see some: what is public,
// what friends show to their friends, what the viewer has a part in, and what is theirs. Each part is
// a query of its own, which never reads what only strangers see, and examines at most `Looks.max`
// contests. All parts have the order of the list and are merged, as far as they are needed; each
// contest is then read and checked once, whatever the reason, until the page is full; it ends where
// the first part was cut off.
//
// Each set of filters is a statement of its own, so that each is planned for its indices.
extension ContestsPage {
    /// The contests of the page, each with its rank, and whether it is listed, and the last one of a
    /// part that was cut off.
    ///
    /// One that several parts have comes once, and is the last one if it is in any of these: so are
    /// all behind it, where the page has ended. Unlike a grouping, a window always reads what is
    /// merged in its order, and so no more than the page needs.
    var statement: SQL {
        """
        \(matchesOf: self)SELECT \(contest: .listed), \(listedRankOf: place),
            listed.is_listed, listed.is_last
        FROM (
            SELECT contests.*, merged.key, checked.is_listed, merged.is_last
            FROM \(checked)
            LIMIT \(limit)
        ) AS listed
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.key DESC, listed.challenge DESC
        """
    }

    /// Those of a page for each of some viewers: the rows of `page` say who they are, when they ask
    /// and for how many. What is listed for several is read once, in one of the rows.
    static func statement(of pages: [DiscoverPage]) -> SQL {
        """
        SELECT listed.number, listed.challenge, listed.is_listed, listed.is_last, listed.is_first,
            \(contest: .columns)
        FROM (
            SELECT page.number, found.*, row_number() OVER (
                PARTITION BY found.challenge ORDER BY page.number) = 1 AS is_first
            FROM unnest(\(pages.map(\.viewer)), \(pages.map(\.moment)), \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, moment, size, number)
            CROSS JOIN LATERAL (
                SELECT merged.challenge, merged.key, checked.is_listed, merged.is_last
                FROM \(discover.checked)
                LIMIT page.size
            ) AS found
        ) AS listed
        LEFT JOIN LATERAL (
            SELECT contests.* FROM contests
            WHERE contests.challenge = listed.challenge AND listed.is_first OFFSET 0
        ) AS contests ON true
        LEFT JOIN LATERAL (
            SELECT challenges.* FROM challenges WHERE challenges.id = contests.challenge OFFSET 0
        ) AS challenges ON true
        ORDER BY listed.number, listed.key DESC, listed.challenge DESC
        """
    }

    /// What is merged and checked, in the order of the list.
    private var checked: SQL {
        """
        (
            SELECT \(shelf(in: "looked"))looked.key, looked.challenge,
                bool_or(looked.is_last) OVER shown AS is_last,
                lag(looked.challenge) OVER shown IS DISTINCT FROM looked.challenge AS is_first
            FROM (\(parts)) AS looked
            WINDOW shown AS (
                ORDER BY \(shelf(in: "looked"))looked.key DESC, looked.challenge DESC
            )
        ) AS merged
        CROSS JOIN LATERAL (
            SELECT contests.* FROM contests
            WHERE contests.challenge = merged.challenge\(filteredBy: self) OFFSET 0
        ) AS contests
        \(sightOf: seer)
        CROSS JOIN LATERAL (SELECT \(fitting: self) AS is_listed OFFSET 0) AS checked
        WHERE merged.is_first AND (checked.is_listed OR merged.is_last)
        ORDER BY \(shelf(in: "merged"))merged.key DESC, merged.challenge DESC
        """
    }

    private var parts: SQL {
        if case .trending = place { return trending }
        switch list {
        case .current: return taken(.joined)
        case .invited: return taken(.invited)
        case .created: return made
        case .discover, .ongoing, .all, .unknown: break
        }
        if let author { return author == viewer ? made : made(by: author) }
        return """
            \(isFound ? foundByWords : open) UNION ALL \(ofFriends) UNION ALL \(taken)
            UNION ALL \(owned)
            """
    }

    /// Whether what everyone may see is found by words.
    fileprivate var isFound: Bool {
        guard words != nil, author == nil else { return false }
        if case .trending = place { return false }
        return switch list {
        case .discover, .ongoing, .all, .unknown: true
        case .current, .invited, .created: false
        }
    }

    /// Whether only what takes people is listed, which has indices of its own.
    var isOpenOnly: Bool {
        switch list {
        case .discover, .ongoing, .invited: true
        case .current, .created, .all, .unknown: state?.takesPeople == true
        }
    }

    // MARK: Parts in the order of an index

    /// What everyone may see.
    private var open: SQL {
        walked(openWalk(where: "true"))
    }

    /// What everyone may see and has the words. Few matches are put in order; if there are more, the
    /// list itself is looked at.
    private var foundByWords: SQL {
        let few = candidates(
            """
            SELECT matches.challenge, matches.created_at AS key, false AS is_last FROM matches
            WHERE NOT (SELECT are_many FROM counted)\(matchesBehind: place)
            """
        )
        let many = openWalk(where: "(SELECT are_many FROM counted)")
        return "\(few) UNION ALL \(walked(many))"
    }

    private func openWalk(where condition: SQL) -> SQL {
        """
        SELECT contests.challenge, \(shelfIn: self)\(keyOf: place) AS key
        FROM contests\(countsFor: place)
        WHERE \(condition) AND \(publicIn: self)\(behind: place)
        ORDER BY \(categoryOf: self)\(keyOf: place) DESC, contests.challenge DESC
        """
    }

    /// What is public and trends. Of people behind a block nothing is there, even where the viewer
    /// is in it with them.
    private var trending: SQL {
        walked(
            """
            SELECT contests.challenge, trends.score AS key FROM contests
            JOIN trends ON trends.target = contests.challenge
            WHERE trends.of = 'contest' AND trends.score IS NOT NULL\(behind: place)
            ORDER BY trends.score DESC, trends.target DESC
            """
        )
    }

    /// What the viewer is the author of, even if another owns it now.
    private var made: SQL {
        guard case .newest = place else {
            return ranked(
                """
                SELECT contests.challenge FROM contests JOIN challenges ON challenges.id = contests.challenge
                WHERE challenges.author = \(viewer)
                    AND \(Clauses.isContest)
                ORDER BY challenges.created_at DESC, challenges.id DESC LIMIT \(Looks.max)
                """
            )
        }
        return walked(
            """
            SELECT contests.challenge, challenges.created_at AS key
            FROM contests JOIN challenges ON challenges.id = contests.challenge
            WHERE challenges.author = \(viewer)
                AND \(Clauses.isContest)\(ofChallengesBehind: place)
            ORDER BY challenges.created_at DESC, challenges.id DESC
            """
        )
    }

    /// What somebody else has made: what is public, what its owner shows to their friends, what the
    /// viewer has a part in, and what the viewer owns now.
    private func made(by author: UserID) -> SQL {
        let open = newest(
            """
            contests.author = \(author) AND contests.visibility = 'public'
                AND contests.state <> 'draft'
            """
        )
        let friendly = newest(
            """
            contests.author = \(author) AND contests.visibility = 'friends'
                AND contests.state <> 'draft'
            """
        )
        let handed = newest("contests.owner = \(viewer) AND contests.owner <> contests.author")
        return "\(open) UNION ALL \(friendly) UNION ALL \(taken) UNION ALL \(handed)"
    }

    /// What the viewer owns. Of what is not over a user has few.
    private var owned: SQL {
        guard isOpenOnly else { return newest("contests.owner = \(seer)") }
        return candidates(
            """
            SELECT contests.challenge, contests.created_at AS key, false AS is_last
            FROM contests
            WHERE contests.owner = \(seer) AND contests.closed_at IS NULL
                \(newestBehind: place) OFFSET 0
            """
        )
    }

    /// Contests of which an index has the newest first.
    private func newest(_ condition: SQL) -> SQL {
        guard case .newest = place else {
            return ranked(
                """
                SELECT contests.challenge FROM contests WHERE \(condition)
                ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(Looks.max)
                """
            )
        }
        return walked(
            """
            SELECT contests.challenge, \(givenShelf)contests.created_at AS key FROM contests
            WHERE \(condition)\(behind: place)
            ORDER BY contests.created_at DESC, contests.challenge DESC
            """
        )
    }

    // MARK: Parts of several lists

    /// What the viewer has any part in that lets them see it.
    private var taken: SQL {
        candidates(
            """
            SELECT part.challenge, part.key, part.number = asked.most AS is_last
            FROM (VALUES ('joined', 200), ('left', 100), ('invited', 100), ('requested', 50),
                ('removed', 50)) AS asked(state, most)
            CROSS JOIN LATERAL (\(partsOf: seer, newestBehind: place) LIMIT asked.most) AS part
            """
        )
    }

    /// What the viewer has this part in.
    private func taken(_ state: Participant.State) -> SQL {
        candidates(
            """
            SELECT part.challenge, part.key, part.number = \(Looks.most) AS is_last
            FROM (VALUES (\(state.rawValue)::text)) AS asked(state)
            CROSS JOIN LATERAL (
                \(partsOf: seer, newestBehind: place) LIMIT \(Looks.max)
            ) AS part
            """
        )
    }

    /// What the viewer's friends show to their friends: as much of each. Of those who have more, the
    /// first few are read further.
    private var ofFriends: SQL {
        candidates(
            """
            WITH short AS MATERIALIZED (
                SELECT asked.friend, part.challenge, part.key,
                    part.number = asked.most AS is_last
                FROM (
                    SELECT friends.id, greatest(\(Looks.most) / count(*) OVER (), 1)
                    FROM \(friendsOf: seer) AS friends(id)
                ) AS asked(friend, most)
                CROSS JOIN LATERAL (
                    \(shownToFriendsOf: "asked.friend")\(newestBehind: place)
                    ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT asked.most
                ) AS part
            ), long AS MATERIALIZED (
                SELECT short.friend, short.key, short.challenge FROM short WHERE short.is_last
                ORDER BY short.key DESC, short.challenge DESC LIMIT \(Looks.longParts)
            )
            SELECT short.challenge, short.key,
                short.is_last AND NOT EXISTS (
                    SELECT FROM long WHERE long.friend = short.friend) AS is_last
            FROM short
            UNION ALL
            SELECT part.challenge, part.key, part.number = \(Looks.longPart)
            FROM long
            CROSS JOIN LATERAL (
                \(shownToFriendsOf: "long.friend")
                    AND (contests.created_at, contests.challenge) < (long.key, long.challenge)
                ORDER BY contests.created_at DESC, contests.challenge DESC
                LIMIT \(Looks.longPartMax)
            ) AS part
            """
        )
    }

    // MARK: How a part is looked at

    /// Contests that are read in the order of the list, as far as they are looked at.
    private func walked(_ contests: SQL) -> SQL {
        // The window has the order of what it numbers, which the planner would otherwise forget.
        """
        (SELECT looked.challenge, \(shelf(in: "looked"))looked.key, row_number() OVER (
            ORDER BY \(shelf(in: "looked"))looked.key DESC, looked.challenge DESC
        ) = \(Looks.most) AS is_last
        FROM (\(contests) LIMIT \(Looks.max)) AS looked)
        """
    }

    /// Candidates in the order of the list.
    private func candidates(_ candidates: SQL) -> SQL {
        guard case .newest = place else { return ranked(candidates) }
        return """
            (SELECT candidates.challenge, \(givenShelf)candidates.key, candidates.is_last
            FROM (\(candidates)) AS candidates
            ORDER BY candidates.key DESC, candidates.challenge DESC OFFSET 0)
            """
    }

    /// Candidates in another order: the counts of all are read.
    private func ranked(_ candidates: SQL) -> SQL {
        """
        (SELECT contests.challenge, \(givenShelf)\(keyOf: place) AS key, false AS is_last
        FROM (\(candidates)) AS contests\(countsOrNoneFor: place)
        WHERE true\(behind: place)
        ORDER BY \(keyOf: place) DESC, contests.challenge DESC OFFSET 0)
        """
    }

    /// The category of a page, which comes before the key in the order of what everyone may see: it
    /// is the same in all rows, but the planner does not know.
    private func shelf(in table: Clauses) -> SQL {
        isShelved ? "\(table).shelf, " : ""
    }

    /// The same, of contests whose category is not read before they are checked.
    private var givenShelf: SQL {
        isShelved ? "\(category)::text AS shelf, " : ""
    }

    /// Whether what everyone may see is one of the parts, and of one category.
    private var isShelved: Bool {
        guard category != nil, author == nil else { return false }
        if case .trending = place { return false }
        return switch list {
        case .discover, .ongoing, .all, .unknown: true
        case .current, .invited, .created: false
        }
    }
}

// The conditions of a page.
extension SQL.StringInterpolation {
    /// The conditions of a page: its list, its filters, and what the viewer sees.
    fileprivate mutating func appendInterpolation(fitting page: ContestsPage) {
        switch page.list {
        case .discover:
            appendInterpolation(contestsToJoinFor: page.seer, at: page.now)
            appendLiteral(" AND ")
        case .ongoing: appendLiteral("contests.state IN ('scheduled', 'active') AND ")
        case .invited:
            appendLiteral("contests.state IN ('scheduled', 'active') AND EXISTS (")
            appendInterpolation(partOf: page.viewer)
            appendLiteral(" AND participants.state = 'invited') AND ")
        case .current:
            appendLiteral("contests.state IN ('scheduled', 'active', 'settling') AND EXISTS (")
            appendInterpolation(partOf: page.viewer)
            appendLiteral(" AND participants.state = 'joined' AND (contests.kind <> 'open'")
            appendLiteral(" OR participants.completed_at IS NULL)) AND ")
        case .created:
            appendLiteral("contests.author = ")
            appendInterpolation(page.viewer)
            appendLiteral(" AND ")
        case .all, .unknown: break
        }
        if let author = page.author {
            appendLiteral("contests.author = ")
            appendInterpolation(author)
            appendLiteral(" AND ")
            appendInterpolation(person: "contests.author", isShownTo: page.viewer)
            appendLiteral(" AND ")
        }
        if case .trending = page.place {
            appendLiteral("contests.visibility = 'public' AND contests.state <> 'draft'")
            appendLiteral(" AND contests.hidden_at IS NULL AND ")
            appendInterpolation(person: "contests.owner", isShownTo: page.viewer)
            appendLiteral(" AND ")
            appendInterpolation(person: "contests.author", isShownTo: page.viewer)
            appendLiteral(" AND ")
        }
        appendInterpolation(filtersOf: page)
        appendInterpolation(contestsSeenBy: page.seer, with: .joined)
    }

    /// The filters, as a further condition of a contest that nothing else is to be looked up for if it
    /// is not listed. The last one of a part is read all the same.
    fileprivate mutating func appendInterpolation(filteredBy page: ContestsPage) {
        guard page.words != nil || page.state != nil || page.kind != nil || page.category != nil
        else { return }
        appendLiteral(" AND (")
        appendInterpolation(filtersOf: page)
        appendLiteral("true OR merged.is_last)")
    }

    /// The conditions of the filters that are columns of `contests`.
    private mutating func appendInterpolation(filtersOf page: ContestsPage) {
        if let words = page.words {
            appendInterpolation(contestsHaving: words)
            appendLiteral(" AND ")
        }
        if let state = page.state {
            appendLiteral("contests.state = ")
            appendInterpolation(state)
            appendLiteral(" AND ")
        }
        if let kind = page.kind {
            appendLiteral("contests.kind = ")
            appendInterpolation(kind.rawValue)
            appendLiteral(" AND ")
        }
        if let category = page.category {
            appendLiteral("contests.category = ")
            appendInterpolation(category)
            appendLiteral(" AND ")
        }
    }

    /// The condition under which the texts of a contest have words. The server reads the words once,
    /// and expects few matches, whatever the words are.
    private mutating func appendInterpolation(contestsHaving words: SearchWords) {
        appendLiteral("contests.words @@ (SELECT to_tsquery('simple', ")
        appendInterpolation(words.query)
        appendLiteral("))")
    }

    /// The public contests that match the words of a page, in no order, and whether there are
    /// `Looks.max` or more: then there are none, and the list walks its own order instead of sorting
    /// them. They are counted by the index alone, where nothing changed lately. The page's place does
    /// not matter, so that all pages of a list choose alike.
    fileprivate mutating func appendInterpolation(matchesOf page: ContestsPage) {
        guard let words = page.words, page.isFound else { return }
        let part: SQL = """
            WITH counted AS MATERIALIZED (
                SELECT count(*) >= \(Looks.most) AS are_many FROM (
                    SELECT FROM contests WHERE \(publicHaving: words) LIMIT \(Looks.most)
                ) AS found
            ), matches AS MATERIALIZED (
                SELECT contests.challenge, contests.created_at FROM contests
                WHERE \(publicHaving: words) AND NOT (SELECT are_many FROM counted)
                LIMIT \(Looks.most)
            )

            """
        appendInterpolation(part)
    }

    /// The condition under which everyone may see a contest that has words.
    private mutating func appendInterpolation(publicHaving words: SearchWords) {
        appendInterpolation(contestsHaving: words)
        appendLiteral(" AND contests.visibility = 'public' AND contests.state <> 'draft'")
    }

    /// The rows of `participants` for a viewer and a contest, to which conditions are added.
    private mutating func appendInterpolation(partOf viewer: UserID) {
        appendLiteral("SELECT FROM participants")
        appendLiteral(" WHERE participants.challenge = contests.challenge")
        appendLiteral(" AND participants.user_id = ")
        appendInterpolation(viewer)
    }

    /// The contests that a person has a part in whose state is `asked.state`, the newest first,
    /// numbered.
    fileprivate mutating func appendInterpolation(
        partsOf viewer: Viewer,
        newestBehind place: ContestsPage.Place
    ) {
        appendLiteral("SELECT participants.challenge, participants.contest_created_at AS key,")
        appendLiteral(" row_number() OVER (ORDER BY participants.contest_created_at DESC,")
        appendLiteral(" participants.challenge DESC) AS number FROM participants")
        appendLiteral(" WHERE participants.user_id = ")
        appendInterpolation(viewer)
        appendLiteral(" AND participants.state = asked.state")
        appendInterpolation(partsBehind: place)
        appendLiteral(" ORDER BY participants.contest_created_at DESC,")
        appendLiteral(" participants.challenge DESC")
    }

    /// The contests that the person in a column shows to their friends, numbered, to which
    /// conditions and the order are added.
    fileprivate mutating func appendInterpolation(shownToFriendsOf person: StaticString) {
        appendLiteral("SELECT contests.challenge, contests.created_at AS key,")
        appendLiteral(" row_number() OVER (ORDER BY contests.created_at DESC,")
        appendLiteral(" contests.challenge DESC) AS number FROM contests WHERE contests.owner = ")
        appendLiteral(person)
        appendLiteral(" AND contests.visibility = 'friends' AND contests.state <> 'draft'")
    }

    /// The condition under which a viewer is told who the person in a column is: others see a
    /// placeholder, and must not find out by a filter either (2.11-placeholder).
    private mutating func appendInterpolation(
        person column: StaticString,
        isShownTo viewer: UserID
    ) {
        appendLiteral("(")
        appendLiteral(column)
        appendLiteral(" = ")
        appendInterpolation(viewer)
        appendLiteral(" OR coalesce(")
        appendInterpolation(standingOf: column)
        appendLiteral(", 'active') = 'active' AND coalesce(")
        appendInterpolation(relationOf: column, with: viewer)
        appendLiteral(", 'none') <> 'blocked')")
    }
}
