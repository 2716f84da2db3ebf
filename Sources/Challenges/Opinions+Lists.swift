import ChallengesAPI
import FoundationEssentials
import Identifiers
import Postgres
import Values
import Wire

/// Something that a person likes or wishes for, as they see it: a definition or a contest.
struct ShownOpinion: Sendable {
    let place: OpinionPlace
    let definition: Definition?
    let contest: Contest?
}

extension Opinions {
    /// What a person likes or wishes for, as they see it.
    ///
    /// - Parameters:
    ///   - listed: The things, of which they see each.
    ///   - viewer: The person.
    ///   - languages: Their languages.
    ///   - limit: How many are shown.
    ///   - cursors: The cursors of the list.
    /// - Returns: The items of the page; and the cursor of the next one, or `nil` if it is the
    /// last.
    /// - Throws: `PostgresError`.
    func shown(
        _ listed: [OpinionPlace],
        to viewer: UserID,
        in languages: Languages,
        _ limit: PageLimit,
        by cursors: PageCursor<Instant, ChallengeID>
    ) async throws -> (items: [ShownOpinion], nextCursor: String?) {
        let moment = now()
        async let definitionsRead = database.definitions(
            listed.filter { $0.of == .definition }.map { DefinitionID($0.target) },
            in: languages
        )
        async let contestsRead = database.contests(
            listed.filter { $0.of == .contest }.map { ChallengeID($0.target) }
        )
        let (definitions, contests) = try await (definitionsRead, contestsRead)
        let (places, nextCursor) = limit.cut(
            listed,
            size: { place in
                definitions[DefinitionID(place.target)]?.size
                    ?? contests[ChallengeID(place.target)]?.size ?? 0
            },
            cursor: { cursors.text($0.at, ChallengeID($0.target)) }
        )
        async let definitionsShown = database.shownDefinitions(
            places.compactMap { definitions[DefinitionID($0.target)] },
            to: viewer,
            under: rules
        )
        async let contestsShown = database.shownContests(
            places.compactMap { contests[ChallengeID($0.target)] },
            to: viewer,
            at: moment,
            under: rules
        )
        let (ofDefinitions, ofContests) = try await (definitionsShown, contestsShown)
        let definitionsByID = Dictionary(uniqueKeysWithValues: ofDefinitions.map { ($0.id, $0) })
        let contestsByID = Dictionary(uniqueKeysWithValues: ofContests.map { ($0.id, $0) })
        let items = places.map { place in
            ShownOpinion(
                place: place,
                definition: definitionsByID[DefinitionID(place.target)],
                contest: contestsByID[ChallengeID(place.target)]
            )
        }
        return (items, nextCursor)
    }
}

extension OpinionPlace {
    /// By the time of the like or wish, and the thing.
    static let likes = PageCursor<Instant, ChallengeID>("my_likes")
    static let wishes = PageCursor<Instant, ChallengeID>("wishes")

    /// Where a page begins, after the keys of a cursor, or before the first item.
    static func start(after keys: (Instant, ChallengeID)?) -> (at: Instant, target: UUID) {
        let (at, id) = keys ?? (.never, .of(255))
        return (at, id.uuid)
    }
}
