import ChallengesAPI
package import Identifiers
import Postgres
package import Values

extension ContestsPage {
    /// The order of the list, and the last contest of the page before: when it was made, how many
    /// people ever joined it, or how much it trends.
    package enum Place: Sendable {
        case newest(after: (at: Instant, id: ChallengeID)?)
        case popular(after: (joins: Int, id: ChallengeID)?)
        case trending(after: (score: Int, id: ChallengeID)?)
    }
}

// The order of a page, and the conditions of the indices that have it.
extension SQL.StringInterpolation {
    /// What a page is ordered by, before the id.
    package mutating func appendInterpolation(keyOf place: ContestsPage.Place) {
        switch place {
        case .newest: appendLiteral("contests.created_at")
        case .popular: appendLiteral("contest_counts.joins")
        case .trending: appendLiteral("trends.score")
        }
    }

    /// The rank of a listed contest, whose key is chosen.
    package mutating func appendInterpolation(listedRankOf place: ContestsPage.Place) {
        if case .newest = place { appendLiteral("0") } else { appendLiteral("listed.key") }
    }

    /// Joins the counts that a page is ordered by.
    package mutating func appendInterpolation(countsFor place: ContestsPage.Place) {
        guard case .popular = place else { return }
        appendLiteral(" JOIN contest_counts ON contest_counts.challenge = contests.challenge")
    }

    /// The condition under which a contest comes after the page before, as a further one.
    package mutating func appendInterpolation(behind place: ContestsPage.Place) {
        switch place {
        case .newest: appendInterpolation(newestBehind: place)
        case .popular(let last?):
            appendLiteral(" AND (contest_counts.joins, contest_counts.challenge) < (")
            appendInterpolation(Int32(clamping: last.joins))
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        case .trending(let last?):
            appendLiteral(" AND (trends.score, trends.target) < (")
            appendInterpolation(last.score)
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        case .popular(nil), .trending(nil): break
        }
    }

    /// The same, if the newest come first; nothing in another order.
    package mutating func appendInterpolation(newestBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "contests.created_at, contests.challenge", behind: place)
    }

    /// The same, where the index is one of `challenges`.
    package mutating func appendInterpolation(ofChallengesBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "challenges.created_at, challenges.id", behind: place)
    }

    /// The same of what was found by words.
    package mutating func appendInterpolation(matchesBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "matches.created_at, matches.challenge", behind: place)
    }

    /// The same of a viewer's part in it.
    package mutating func appendInterpolation(partsBehind place: ContestsPage.Place) {
        appendInterpolation(
            newest: "participants.contest_created_at, participants.challenge",
            behind: place
        )
    }

    private mutating func appendInterpolation(
        newest columns: StaticString,
        behind place: ContestsPage.Place
    ) {
        guard case .newest(let last?) = place else { return }
        appendLiteral(" AND (")
        appendLiteral(columns)
        appendLiteral(") < (")
        appendInterpolation(last.at)
        appendLiteral(", ")
        appendInterpolation(last.id)
        appendLiteral(")")
    }

    /// The conditions of the indices of what everyone may see, in the order of a page.
    package mutating func appendInterpolation(publicIn page: ContestsPage) {
        switch page.place {
        case .popular where page.isOpenOnly: appendLiteral("contest_counts.is_open")
        case .popular: appendLiteral("contest_counts.is_public")
        case .newest where page.isOpenOnly:
            appendLiteral("contests.visibility = 'public'")
            appendLiteral(" AND contests.state IN ('scheduled', 'active')")
        case .newest, .trending:
            appendLiteral("contests.visibility = 'public' AND contests.state <> 'draft'")
        }
        guard let category = page.category else { return }
        appendLiteral(" AND ")
        appendInterpolation(categoryIn: page.place)
        appendLiteral(" = ANY(ARRAY[")
        appendInterpolation(category)
        appendLiteral("])")
    }

    /// What comes before the key in the order of what everyone may see: with the category, which is
    /// the same in all rows, only the index of categories has the order. With `=` the index of all
    /// would have it too, and be walked through the contests of other categories.
    package mutating func appendInterpolation(categoryOf page: ContestsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(", ")
    }

    /// The same, as a column `shelf`.
    package mutating func appendInterpolation(shelfIn page: ContestsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(" AS shelf, ")
    }

    /// The category in the table that has the order.
    private mutating func appendInterpolation(categoryIn place: ContestsPage.Place) {
        if case .popular = place {
            appendLiteral("contest_counts.category")
        } else {
            appendLiteral("contests.category")
        }
    }
}
