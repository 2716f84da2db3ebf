import ChallengesAPI
package import Identifiers
import Postgres
package import Values

extension ContestsPage {
    /// The order of a list and the last contest of the previous page: by creation time, by the
    /// number of users who ever joined, or by trend.
    package enum Place: Sendable {
        case newest(after: (at: Instant, id: ChallengeID)?)
        case popular(after: (joins: Int, id: ChallengeID)?)
        case trending(after: (score: Int, id: ChallengeID)?)
    }
}

// The order of a page, and the conditions of the indexes that provide it.
extension SQL.StringInterpolation {
    /// Writes the column by which a page is ordered, before the id.
    package mutating func appendInterpolation(keyOf place: ContestsPage.Place) {
        switch place {
        case .newest: appendLiteral("contests.created_at")
        case .popular: appendLiteral("contest_counts.joins")
        case .trending: appendLiteral("trends.score")
        }
    }

    /// Writes the rank of a listed contest.
    package mutating func appendInterpolation(listedRankOf place: ContestsPage.Place) {
        if case .newest = place { appendLiteral("0") } else { appendLiteral("listed.key") }
    }

    /// Joins the counts by which a page is ordered.
    package mutating func appendInterpolation(countsFor place: ContestsPage.Place) {
        guard case .popular = place else { return }
        appendLiteral(" JOIN contest_counts ON contest_counts.challenge = contests.challenge")
    }

    /// The further condition that a contest comes after the previous page.
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

    /// The condition that a contest comes after the previous page if the newest come first; nothing
    /// for another order.
    package mutating func appendInterpolation(newestBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "contests.created_at, contests.challenge", behind: place)
    }

    /// The condition that a contest comes after the previous page, newest first, for an index of
    /// `challenges`.
    package mutating func appendInterpolation(ofChallengesBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "challenges.created_at, challenges.id", behind: place)
    }

    /// The condition that a match of words comes after the previous page, newest first.
    package mutating func appendInterpolation(matchesBehind place: ContestsPage.Place) {
        appendInterpolation(newest: "matches.created_at, matches.challenge", behind: place)
    }

    /// The condition that the viewer's participant row comes after the previous page, newest first.
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

    /// The conditions of the indexes of public contests, in the order of a page.
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

    /// Writes the category, if the page has one, which comes before the key in the order of public
    /// contests. Although it is the same in all rows, it makes the planner choose the index by
    /// category. With `=` alone the index of all categories would fit too, and be read through
    /// other categories.
    package mutating func appendInterpolation(categoryOf page: ContestsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(", ")
    }

    /// Writes the category as a column `shelf`.
    package mutating func appendInterpolation(shelfIn page: ContestsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(" AS shelf, ")
    }

    /// The category column of the table that provides the order.
    private mutating func appendInterpolation(categoryIn place: ContestsPage.Place) {
        if case .popular = place {
            appendLiteral("contest_counts.category")
        } else {
            appendLiteral("contests.category")
        }
    }
}
