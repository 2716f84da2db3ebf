import ChallengesAPI
import Identifiers
import Postgres
import Values

// The order of a page of definitions, and the conditions of the indexes with that order.
extension SQL.StringInterpolation {
    /// The key that orders a page, before the id. The most used come first, and among equals the
    /// lowest id. With the negative number both ascend, so a page begins after a pair of key and
    /// id.
    package mutating func appendInterpolation(keyOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("definitions.created_at")
        case .used: appendLiteral("-definition_counts.users")
        case .trending: appendLiteral("trends.score")
        }
    }

    /// The id column by which definitions with equal keys are ordered.
    package mutating func appendInterpolation(idOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("definitions.id")
        case .used: appendLiteral("definition_counts.definition")
        case .trending: appendLiteral("trends.target")
        }
    }

    /// Whether key and id descend.
    package mutating func appendInterpolation(directionOf place: DefinitionsPage.Place) {
        if case .used = place { return }
        appendLiteral(" DESC")
    }

    /// The rank of a listed definition, from the selected key.
    package mutating func appendInterpolation(listedRankOf place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendLiteral("0")
        case .used: appendLiteral("-listed.key")
        case .trending: appendLiteral("listed.key")
        }
    }

    /// Joins the counts that order a page.
    package mutating func appendInterpolation(countsFor place: DefinitionsPage.Place) {
        guard case .used = place else { return }
        appendLiteral(" JOIN definition_counts ON definition_counts.definition = definitions.id")
    }

    /// A further condition: the definition comes after the previous page.
    package mutating func appendInterpolation(behind place: DefinitionsPage.Place) {
        switch place {
        case .newest: appendInterpolation(newestBehind: place)
        case .used(let last?):
            appendLiteral(" AND (-definition_counts.users, definition_counts.definition) > (")
            // No count is negative. The bound also makes any number of a cursor safe to negate.
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
        case .used(nil), .trending(nil): break
        }
    }

    /// The condition that a definition comes after the previous page in the order by newest;
    /// nothing for other orders.
    package mutating func appendInterpolation(newestBehind place: DefinitionsPage.Place) {
        appendInterpolation(newest: "definitions.created_at, definitions.id", behind: place)
    }

    /// The condition that a match of a search comes after the previous page in the order by newest.
    package mutating func appendInterpolation(matchesBehind place: DefinitionsPage.Place) {
        appendInterpolation(newest: "matches.created_at, matches.id", behind: place)
    }

    private mutating func appendInterpolation(
        newest columns: StaticString,
        behind place: DefinitionsPage.Place
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

    /// The conditions of the indexes of public definitions, in the order of a page.
    package mutating func appendInterpolation(publicIn page: DefinitionsPage) {
        if case .used = page.place {
            appendLiteral("definition_counts.is_public")
        } else {
            appendLiteral("definitions.visibility = 'public' AND definitions.state = 'shown'")
        }
        if let category = page.category {
            appendLiteral(" AND ")
            appendInterpolation(categoryIn: page.place)
            appendLiteral(" = ANY(ARRAY[")
            appendInterpolation(category)
            appendLiteral("])")
        } else if page.selection == .workout {
            appendLiteral(" AND ")
            appendInterpolation(categoryIn: page.place)
            appendLiteral(" IS NOT NULL")
        }
    }

    /// The category, which comes before the key in the order of public definitions. It is the same
    /// in all rows, and only makes the server use the index of categories. If the condition were a
    /// plain `=`, the index of all definitions would have the order too, and the server would walk
    /// it through other categories.
    package mutating func appendInterpolation(categoryOf page: DefinitionsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(", ")
    }

    /// The category as a column named `shelf`.
    package mutating func appendInterpolation(shelfIn page: DefinitionsPage) {
        guard page.category != nil else { return }
        appendInterpolation(categoryIn: page.place)
        appendLiteral(" AS shelf, ")
    }

    /// The category in the table that has the order.
    private mutating func appendInterpolation(categoryIn place: DefinitionsPage.Place) {
        if case .used = place {
            appendLiteral("definition_counts.category")
        } else {
            appendLiteral("definitions.category")
        }
    }
}
