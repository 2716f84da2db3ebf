import ChallengesAPI
import ChallengesCore
import Contests
import Definitions
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// A like or wish as its user sees it: with the definition or the contest, or with neither if the
/// user can no longer see it.
struct ShownOpinion: Sendable {
    let place: OpinionPlace
    let definition: Definition?
    let contest: Contest?
}

extension Opinions {
    /// A page of the caller's likes or wishes.
    ///
    /// - Parameters:
    ///   - list: The likes or the wishes.
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - item: Makes an item of the reply.
    /// - Returns: The reply.
    /// - Throws: `challenges.limit_invalid`, `challenges.cursor_invalid`; `PostgresError`.
    func page<C: OpinionListCall, Item>(
        of list: OpinionList,
        for call: C,
        in context: CallContext,
        _ item: (ShownOpinion) -> Item
    ) async throws -> Page<Item> where C.Reply == Page<Item> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let keys = try list.cursors.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        let found = try await database.opinions(
            list,
            of: asker,
            after: keys.map { (at: $0.0, target: $0.1.uuid) },
            limit: limit.fetched
        )
        let languages = Languages(call.languages)
        let (items, nextCursor) = try await opinionReplies(
            found,
            to: asker,
            in: languages,
            limit,
            list.cursors
        )
        return Page(items: items.map(item), nextCursor: nextCursor)
    }

    /// The likes or wishes of a user, with the definitions and contests that they can still see.
    ///
    /// - Parameters:
    ///   - found: The likes or wishes.
    ///   - viewer: The user.
    ///   - languages: Their languages.
    ///   - limit: The maximum number of items.
    ///   - cursors: The cursors of the list.
    /// - Returns: The items of the page; and the cursor of the next one, or `nil` if it is the
    ///   last.
    /// - Throws: `PostgresError`.
    func opinionReplies(
        _ found: ListPart<OpinionPlace>,
        to viewer: UserID,
        in languages: Languages,
        _ limit: PageLimit,
        _ cursors: PageCursor<Instant, ChallengeID>
    ) async throws -> (items: [ShownOpinion], nextCursor: String?) {
        let moment = now()
        async let definitionsRead = database.definitions(
            found.items.filter { $0.of == .definition && $0.isSeen }.map {
                DefinitionID($0.target)
            },
            in: languages
        )
        async let contestsRead = database.contests(
            found.items.filter { $0.of == .contest && $0.isSeen }.map { ChallengeID($0.target) }
        )
        let (definitions, contests) = try await (definitionsRead, contestsRead)
        let (places, nextCursor) = limit.cut(
            found,
            size: { place in
                definitions[DefinitionID(place.target)]?.size
                    ?? contests[ChallengeID(place.target)]?.size ?? 0
            },
            cursor: { cursors.text($0.at, ChallengeID($0.target)) }
        )
        async let definitionsShown = database.definitionReplies(
            places.compactMap { definitions[DefinitionID($0.target)] },
            to: viewer,
            under: definitionRules
        )
        async let contestsShown = database.contestReplies(
            places.compactMap { contests[ChallengeID($0.target)] },
            to: viewer,
            at: moment,
            under: contestRules
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

/// A call that lists its caller's likes or wishes.
protocol OpinionListCall: Call {
    /// The maximum number of items.
    var limit: Int? { get }
    /// Where the page begins.
    var cursor: String? { get }
    /// The languages that the caller reads.
    var languages: String? { get }
}
