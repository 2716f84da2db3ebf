import ChallengesAPI
import Identifiers
import Postgres
import Values

// The order of a page of definitions, and the conditions of the indices that have it.
extension SQL.StringInterpolation {
    /// What a page is ordered by, before the id. Those that are used most come first, and of these
    /// the lowest id: by the negative number both ascend, and a page begins behind a pair.
    mutating func appendInterpolation(keyOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("definitions.created_at")
        case .used: appendLiteral("-definition_counts.users")
        case .trending: appendLiteral("trends.score")
        }
    }

    /// The id that stands behind the key in the index of a page's order.
    mutating func appendInterpolation(idOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("definitions.id")
        case .used: appendLiteral("definition_counts.definition")
        case .trending: appendLiteral("trends.target")
        }
    }

    /// Whether key and id descend.
    mutating func appendInterpolation(directionOf place: DefinitionsPage.Place) {
        if case .used = place { return }
        appendLiteral(" DESC")
    }

    /// The rank of a listed definition, whose key is chosen.
    mutating func appendInterpolation(listedRankOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("0")
        case .used: appendLiteral("-listed.key")
        case .trending: appendLiteral("listed.key")
        }
    }

    /// Joins the counts that a page is ordered by.
    mutating func appendInterpolation(countsFor place: DefinitionsPage.Place) {
        guard case .used = place else { return }
        appendLiteral(" JOIN definition_counts ON definition_counts.definition = definitions.id")
    }

    /// The condition under which a definition comes after the page before, as a further one.
    mutating func appendInterpolation(behind place: DefinitionsPage.Place) {
        switch place {
        case .newest(let last?):
            appendLiteral(" AND (definitions.created_at, definitions.id) < (")
            appendInterpolation(last.at)
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        case .used(let last?):
            appendLiteral(" AND (-definition_counts.users, definition_counts.definition) > (")
            // Nobody has less than none, and not every number has a negative one.
            appendInterpolation(-max(last.users, -1))
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        case .trending(let last?):
            appendLiteral(" AND (trends.score, trends.target) < (")
            appendInterpolation(last.score)
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        case .newest(nil), .used(nil), .trending(nil): break
        }
    }

    /// The conditions of the indices of what everyone may see, in the order of a page.
    mutating func appendInterpolation(publicIn page: DefinitionsPage) {
        appendLiteral("definitions.visibility = 'public'")
        guard case .used = page.place else { return }
        appendLiteral(" AND definition_counts.is_public")
        if let category = page.category {
            appendLiteral(" AND definition_counts.category = ANY(ARRAY[")
            appendInterpolation(category)
            appendLiteral("])")
        } else if page.selection == .workout {
            appendLiteral(" AND definition_counts.category IS NOT NULL")
        }
    }

    /// What comes before the key in the order of what everyone may see: with the category, which is
    /// the same in all rows, only the index of categories has the order. With `=` the index of all
    /// would have it too, and be walked through the definitions of other categories.
    mutating func appendInterpolation(categoryOf page: DefinitionsPage) {
        guard page.category != nil else { return }
        switch page.place {
        case .newest: appendLiteral("definitions.category, ")
        case .used: appendLiteral("definition_counts.category, ")
        case .trending: break
        }
    }
}
