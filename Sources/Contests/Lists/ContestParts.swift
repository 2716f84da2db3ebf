import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import People
import Postgres
import Values
import Wire

// A list of contests is merged from parts, one for each reason why its viewer may see contests:
// public ones, those that friends show to friends, those with a participant row of the viewer, and
// those that the viewer owns. Each part is a query of its own that reads nothing that only other
// users may see, and examines at most `Looks.max` contests. All parts have the order of the list
// and are merged as far as needed. Each contest is then read and checked once, until the page is
// full. The page ends where the first part was cut off.
//
// Each combination of filters is a statement of its own, so that each is planned for its indexes.
extension ContestsPage {
    /// The contests of the page with their ranks, whether each is listed, and whether it is the
    /// last one of a part that was cut off.
    ///
    /// A contest in several parts comes once, and is the last one if it is in any of them: then the
    /// page ends there. A window function is used because, unlike grouping, it always reads the
    /// merged rows in their order, and so only as many as the page needs.
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

    /// The statement for the pages of several viewers: the rows of `page` have the viewer, the
    /// moment and the size. A contest on several pages is read once, in one of its rows.
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

    /// The merged and checked contests, in the order of the list.
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

    /// Whether public contests are searched by words.
    fileprivate var isFound: Bool {
        guard words != nil, author == nil else { return false }
        if case .trending = place { return false }
        return switch list {
        case .discover, .ongoing, .all, .unknown: true
        case .current, .invited, .created: false
        }
    }

    /// Whether only contests that admit newcomers are listed, for which there are separate indexes.
    var isOpenOnly: Bool {
        switch list {
        case .discover, .ongoing, .invited: true
        case .current, .created, .all, .unknown: state?.takesPeople == true
        }
    }

    // MARK: Parts in the order of an index

    /// The public contests.
    private var open: SQL {
        walked(openWalk(where: "true"))
    }

    /// The public contests with the words. A small number of matches is sorted; otherwise the list
    /// is read in its own order and checked.
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

    /// The public contests that trend. Contests of users in a blocked pair with the viewer are left
    /// out, even if both are participants.
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

    /// The contests whose author is the viewer, even if another user owns them now.
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

    /// The contests by another author: public ones, those that are shown to friends, those with a
    /// participant row of the viewer, and those that the viewer owns now.
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

    /// The contests that the viewer owns. There are few that are not over.
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

    /// Contests for which an index has the order by creation time.
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

    /// The contests with a participant row of the viewer that lets them see the contest.
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

    /// The contests with a participant row of the viewer in this state.
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

    /// The contests that the viewer's friends show to friends, with the same number examined for
    /// each friend. For the first few friends with more contests, further ones are examined.
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

    /// Contests read in the order of the list, up to the number that is examined.
    private func walked(_ contests: SQL) -> SQL {
        // The window has the order of its rows, which the planner would otherwise not know.
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

    /// Candidates in another order: the counts of all of them are read.
    private func ranked(_ candidates: SQL) -> SQL {
        """
        (SELECT contests.challenge, \(givenShelf)\(keyOf: place) AS key, false AS is_last
        FROM (\(candidates)) AS contests\(countsOrNoneFor: place)
        WHERE true\(behind: place)
        ORDER BY \(keyOf: place) DESC, contests.challenge DESC OFFSET 0)
        """
    }

    /// The category of a page, which comes before the key in the order of public contests: it is
    /// the same in all rows, but the planner does not know that.
    private func shelf(in table: Clauses) -> SQL {
        isShelved ? "\(table).shelf, " : ""
    }

    /// The category of a page, as a literal, for contests whose category is not read before they
    /// are checked.
    private var givenShelf: SQL {
        isShelved ? "\(category)::text AS shelf, " : ""
    }

    /// Whether public contests of one category are among the parts.
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
    /// The conditions of a page: its list, its filters, and what the viewer may see.
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

    /// The filters as a further condition on a contest, so that nothing else is looked up for
    /// contests that do not match. The last contest of a part is read in any case.
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
            appendInterpolation(words, in: "contests")
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

    /// Writes the public contests that match the words of a page, in any order, and whether there
    /// are `Looks.max` or more: then no matches are returned, and the list is read in its own order
    /// instead of sorting them. Counting needs only the index, except for recent changes. It does
    /// not depend on the page's position, so that all pages of a list choose the same way. Contests
    /// whose folded words are still to be stored have an index of their own, which is empty
    /// afterwards.
    fileprivate mutating func appendInterpolation(matchesOf page: ContestsPage) {
        guard let words = page.words, page.isFound else { return }
        let part: SQL = """
            WITH counted AS MATERIALIZED (
                SELECT count(*) >= \(Looks.most) AS are_many FROM (
                    (SELECT FROM contests WHERE \(foldedPublicHaving: words) LIMIT \(Looks.most))
                    UNION ALL
                    (SELECT FROM contests WHERE \(unfoldedPublicHaving: words) LIMIT \(Looks.most))
                ) AS found
            ), matches AS MATERIALIZED (
                (SELECT contests.challenge, contests.created_at FROM contests
                WHERE \(foldedPublicHaving: words) AND NOT (SELECT are_many FROM counted)
                LIMIT \(Looks.most))
                UNION ALL
                (SELECT contests.challenge, contests.created_at FROM contests
                WHERE \(unfoldedPublicHaving: words) AND NOT (SELECT are_many FROM counted)
                LIMIT \(Looks.most))
            )

            """
        appendInterpolation(part)
    }

    /// The condition that a contest is public and its folded words match.
    private mutating func appendInterpolation(foldedPublicHaving words: SearchWords) {
        appendInterpolation(words, foldedIn: "contests")
        appendLiteral(" AND contests.visibility = 'public' AND contests.state <> 'draft'")
    }

    /// The condition that a contest without folded words is public and matches the words.
    private mutating func appendInterpolation(unfoldedPublicHaving words: SearchWords) {
        appendLiteral("contests.folded IS NULL AND ")
        appendInterpolation(words, unfoldedIn: "contests")
        appendLiteral(" AND contests.visibility = 'public' AND contests.state <> 'draft'")
    }

    /// Writes a query for a viewer's rows of `participants` for a contest, without further
    /// conditions.
    private mutating func appendInterpolation(partOf viewer: UserID) {
        appendLiteral("SELECT FROM participants")
        appendLiteral(" WHERE participants.challenge = contests.challenge")
        appendLiteral(" AND participants.user_id = ")
        appendInterpolation(viewer)
    }

    /// Writes a query for the contests with a participant row of the viewer in the state
    /// `asked.state`, newest first and numbered.
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

    /// Writes a query for the contests that the user in a column shows to friends, numbered,
    /// without further conditions and order.
    fileprivate mutating func appendInterpolation(shownToFriendsOf person: StaticString) {
        appendLiteral("SELECT contests.challenge, contests.created_at AS key,")
        appendLiteral(" row_number() OVER (ORDER BY contests.created_at DESC,")
        appendLiteral(" contests.challenge DESC) AS number FROM contests WHERE contests.owner = ")
        appendLiteral(person)
        appendLiteral(" AND contests.visibility = 'friends' AND contests.state <> 'draft'")
    }

    /// The condition that a viewer may see who the user in a column is: others get a placeholder,
    /// and must not identify the user by a filter either (2.11-placeholder).
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
