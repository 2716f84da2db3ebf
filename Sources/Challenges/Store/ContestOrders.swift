import ChallengesAPI
import Identifiers
import Postgres
import Values

extension ContestsPage {
    /// The order of the list, and the last contest of the page before: when it was made, how many
    /// people ever joined it, or how much it trends.
    enum Place: Sendable {
        case newest(after: (at: Instant, id: ChallengeID))
        case popular(after: (joins: Int, id: ChallengeID))
        case trending(after: (score: Int, id: ChallengeID))

        // Before the first contest of each order.
        static let newestStart = Place.newest(after: (.never, .of(255)))
        static let popularStart = Place.popular(after: (.max, .of(255)))
        static let trendingStart = Place.trending(after: (.max, .of(255)))
    }
}

// The order of a page, and the conditions of the indices that have it.
extension SQL.StringInterpolation {
    /// What a page is ordered by, before the id.
    mutating func appendInterpolation(keyOf place: ContestsPage.Place) {
        switch place {
        case .newest: appendLiteral("contests.created_at")
        case .popular: appendLiteral("contest_counts.joins")
        case .trending: appendLiteral("trends.score")
        }
    }

    /// The same, where the index is one of `challenges`.
    mutating func appendInterpolation(keyOfChallenges place: ContestsPage.Place) {
        if case .newest = place {
            appendLiteral("challenges.created_at")
        } else {
            appendInterpolation(keyOf: place)
        }
    }

    /// The rank of a listed contest.
    mutating func appendInterpolation(rankOf place: ContestsPage.Place) {
        if case .newest = place { appendLiteral("0") } else { appendInterpolation(keyOf: place) }
    }

    /// The rank of a listed contest, whose key is chosen.
    mutating func appendInterpolation(listedRankOf place: ContestsPage.Place) {
        if case .newest = place { appendLiteral("0") } else { appendLiteral("listed.key") }
    }

    /// Joins the counts that a page is ordered by.
    mutating func appendInterpolation(countsFor place: ContestsPage.Place) {
        guard case .popular = place else { return }
        appendLiteral(" JOIN contest_counts ON contest_counts.challenge = contests.challenge")
    }

    /// The condition under which a contest comes after the page before.
    mutating func appendInterpolation(behind place: ContestsPage.Place) {
        switch place {
        case .newest(let last):
            appendLiteral("(contests.created_at, contests.challenge) < (")
            appendInterpolation(last.at)
            appendLiteral(", ")
            appendInterpolation(last.id)
        case .popular(let last):
            appendLiteral("(contest_counts.joins, contest_counts.challenge) < (")
            appendInterpolation(Int32(clamping: last.joins))
            appendLiteral(", ")
            appendInterpolation(last.id)
        case .trending(let last):
            appendLiteral("(trends.score, trends.target) < (")
            appendInterpolation(last.score)
            appendLiteral(", ")
            appendInterpolation(last.id)
        }
        appendLiteral(")")
    }

    /// The same, where the index is one of `challenges`.
    mutating func appendInterpolation(ofChallengesBehind place: ContestsPage.Place) {
        guard case .newest(let last) = place else { return appendInterpolation(behind: place) }
        appendLiteral("(challenges.created_at, challenges.id) < (")
        appendInterpolation(last.at)
        appendLiteral(", ")
        appendInterpolation(last.id)
        appendLiteral(")")
    }

    /// The conditions of the indices of what everyone may see, in the order of a page.
    mutating func appendInterpolation(publicIn page: ContestsPage) {
        appendLiteral("contests.visibility = 'public' AND contests.state <> 'draft'")
        guard case .popular = page.place else { return }
        switch page.list {
        case .discover, .ongoing: appendLiteral(" AND contest_counts.is_open")
        case .current, .invited, .created, .all, .unknown:
            appendLiteral(" AND contest_counts.is_public")
        }
        guard let category = page.category else { return }
        appendLiteral(" AND contest_counts.category = ANY(ARRAY[")
        appendInterpolation(category)
        appendLiteral("])")
    }

    /// What comes before the key in the order of what everyone may see: with the category, which is
    /// the same in all rows, only the index of categories has the order. With `=` the index of all
    /// would have it too, and be walked through the contests of other categories.
    mutating func appendInterpolation(categoryOf page: ContestsPage) {
        guard page.category != nil else { return }
        switch page.place {
        case .newest: appendLiteral("contests.category, ")
        case .popular: appendLiteral("contest_counts.category, ")
        case .trending: break
        }
    }
}
