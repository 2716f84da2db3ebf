import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// What people think of definitions and contests: likes, wishes and ratings.
struct Opinions: Sendable {
    let database: Database
    let moves: Moves

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(likeDefinition)
            $0.on(listLikes)
            $0.on(listMyLikes)
            $0.on(wishDefinition)
            $0.on(listWishes)
            $0.on(rateDefinition)
            $0.on(likeContest)
            $0.on(wishContest)
        }
    }

    /// Changes what the caller thinks of a definition that they see, once per key.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - change: Makes the change, or refuses it; returns what the definition's author is told.
    /// - Returns: The definition as the caller then sees it.
    /// - Throws: `challenges.definition_not_found`, what `change` throws, and as `once` does.
    func take<C: OpinionCall>(
        _ call: C,
        in context: CallContext,
        _ change: @Sendable (DefinitionRecord, UserID, Transaction) async throws -> LikeNews?
    ) async throws -> Definition {
        let asker = try context.signedIn
        let languages = Languages(call.languages)
        // The languages come from a header: the call is the same in others.
        var asked = call
        asked.languages = nil
        return try await database.once(
            asked,
            in: context,
            at: now(),
            after: [opinions(of: call.definition)]
        ) { tx in
            guard
                let record = try await tx.definition(call.definition, seenBy: asker, in: languages)
            else { throw ChallengesError.definitionNotFound }
            let news = try await change(record, asker, tx)
            let shown = try await tx.shownDefinition(record, to: asker, under: rules)
            if let news {
                try await tx.tellAuthor(of: record, news, by: asker, at: now(), under: rules)
            }
            return shown
        }
    }

    /// Changes what the caller thinks of a contest that they see, once per key. Nobody else sees a
    /// draft, and it may be deleted: there is nothing to think of it yet.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - change: Makes the change; returns what the contest's owner is told.
    /// - Returns: The contest as the caller then sees it.
    /// - Throws: `challenges.contest_not_found`, `challenges.wrong_state`, what `change` throws,
    ///   and as `once` does.
    func take<C: ContestOpinionCall>(
        _ call: C,
        in context: CallContext,
        _ change: @Sendable (ContestRecord, UserID, Transaction) async throws -> LikeNews?
    ) async throws -> Contest {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [opinions(of: call.contest)]
        ) { tx in
            guard
                let contest = try await tx.contest(call.contest),
                try await tx.sight(of: contest, for: asker).seesHead
            else { throw ChallengesError.contestNotFound }
            guard contest.life.state != .draft else { throw ChallengesError.wrongState }
            let news = try await change(contest, asker, tx)
            let now = now()
            let shown = try await tx.shownContest(contest, to: asker, at: now, under: rules)
            if let news {
                try await tx.tellOwner(of: contest, news, by: asker, at: now, under: rules)
            }
            return shown
        }
    }

    /// The turn at what people think of one thing, whose counts each of them changes.
    private func opinions<Kind>(of id: ID<Kind>) -> Turn {
        Turn("opinions", id, .together(atMost: database.options.togetherMax))
    }
}

/// A call that changes what its caller thinks of a contest.
protocol ContestOpinionCall: Call where Reply == Contest {
    /// The contest.
    var contest: ChallengeID { get }
}

/// A call that changes what its caller thinks of a definition.
protocol OpinionCall: Call where Reply == Definition {
    /// The definition.
    var definition: DefinitionID { get }
    /// The languages that the caller reads.
    var languages: String? { get set }
}
