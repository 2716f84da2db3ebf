import ChallengesAPI
import ChallengesCore
import Contests
import Definitions
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// The users' opinions of definitions and contests: likes, wishes and ratings.
struct Opinions: Sendable {
    let database: Database
    let rules: DiscoveryRules
    let definitionRules: DefinitionRules
    let contestRules: ContestRules
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard {
            $0.on(likeDefinition)
            $0.on(listLikes)
            $0.on(listMyLikes)
            $0.on(wishDefinition)
            $0.on(listWishes)
            $0.on(rateDefinition)
            $0.on(withdrawRating)
            $0.on(likeContest)
            $0.on(wishContest)
        }
    }

    /// Runs a call about a definition, once per key.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - body: Answers the call for the caller, in their languages.
    /// - Returns: What `body` returns, or the stored reply.
    /// - Throws: What `body` throws, and as `once` does.
    func once<C: OpinionCall>(
        _ call: C,
        in context: CallContext,
        _ body: @Sendable (UserID, Languages, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        let asker = try context.signedIn
        let languages = Languages(call.languages)
        // The languages come from a header. A repeated call in other languages is still the same.
        var asked = call
        asked.languages = nil
        return try await database.once(
            asked,
            in: context,
            at: now(),
            after: [opinions(of: call.definition)]
        ) { tx in
            try await body(asker, languages, tx)
        }
    }

    /// Stores a user's opinion of a definition that they can see.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - asker: The user.
    ///   - languages: Their languages.
    ///   - tx: The transaction.
    ///   - change: Makes the change, or refuses it; returns what the definition's author is
    ///     notified of.
    /// - Returns: The definition as the user then sees it.
    /// - Throws: `challenges.definition_not_found`, `challenges.version_stale`, and what `change`
    ///   throws.
    func give<C: OpinionCall>(
        _ call: C,
        by asker: UserID,
        _ languages: Languages,
        in tx: Transaction,
        _ change: (DefinitionRecord) async throws -> LikeNews?
    ) async throws -> Definition {
        let id = call.definition
        guard let record = try await tx.definition(id, seenBy: asker, in: languages) else {
            throw ChallengesError.definitionNotFound
        }
        try await refuse(call.ifVersion, of: record, to: asker, in: tx)
        let news = try await change(record)
        let shown = try await tx.definitionReply(record, to: asker, under: definitionRules)
        if let news {
            try await tx.tellAuthor(of: record, news, by: asker, at: now(), under: rules)
        }
        return shown
    }

    /// Withdraws a user's opinion of a definition, even if they can no longer see it
    /// (2.8-take-back).
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - asker: The user.
    ///   - languages: Their languages.
    ///   - tx: The transaction.
    ///   - remove: Removes the opinion; returns what it was.
    /// - Returns: The definition as the user then sees it; `nil` if they can't see it.
    /// - Throws: `challenges.definition_not_found` if they can't see it and had no opinion,
    ///   `challenges.version_stale`, and what `remove` throws.
    func takeBack<C: OpinionCall>(
        _ call: C,
        by asker: UserID,
        _ languages: Languages,
        in tx: Transaction,
        _ remove: () async throws -> Withdrawal
    ) async throws -> Definition? {
        let id = call.definition
        let seen = try await tx.definition(id, seenBy: asker, in: languages)
        if let seen { try await refuse(call.ifVersion, of: seen, to: asker, in: tx) }
        let withdrawal = try await remove()
        guard seen != nil || withdrawal != .nothing else {
            throw ChallengesError.definitionNotFound
        }
        // A definition that the user can't see has no version for them.
        guard seen != nil || call.ifVersion == nil else { throw ChallengesError.versionStale }
        let shown: Definition? =
            if let seen {
                try await tx.definitionReply(seen, to: asker, under: definitionRules)
            } else {
                nil
            }
        if let news = withdrawal.news,
            let record = try await tx.definitions([id], in: languages)[id]
        {
            try await tx.tellAuthor(of: record, news, by: asker, at: now(), under: rules)
        }
        return shown
    }

    /// Stores the caller's opinion of a contest that they can see, once per key. Refuses a draft:
    /// only its owner sees it, and it may still be deleted.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - change: Makes the change; returns what the contest's owner is notified of.
    /// - Returns: The contest as the caller then sees it.
    /// - Throws: `challenges.contest_not_found`, `challenges.wrong_state`,
    ///   `challenges.version_stale`, what `change` throws, and as `once` does.
    func give<C: ContestOpinionCall>(
        _ call: C,
        in context: CallContext,
        _ change: @Sendable (ContestRecord, UserID, Transaction) async throws -> LikeNews?
    ) async throws -> Contest? {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [opinions(of: call.contest)]
        ) { tx in
            guard let contest = try await seen(call.contest, by: asker, in: tx) else {
                throw ChallengesError.contestNotFound
            }
            let now = now()
            let version = call.ifVersion
            try await tx.refuse(version, of: contest, to: asker, at: now, under: contestRules)
            let news = try await change(contest, asker, tx)
            let shown = try await tx.contestReply(contest, to: asker, at: now, under: contestRules)
            if let news {
                try await tx.tellOwner(of: contest, news, by: asker, at: now, under: rules)
            }
            return shown
        }
    }

    /// Withdraws the caller's opinion of a contest, once per key, even if they can no longer see it
    /// (2.8-take-back).
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - remove: Removes the opinion; returns what it was.
    /// - Returns: The contest as the caller then sees it; `nil` if they can't see it.
    /// - Throws: `challenges.contest_not_found` if they can't see it and had no opinion,
    ///   `challenges.wrong_state` for a draft, `challenges.version_stale`, what `remove` throws,
    ///   and as `once` does.
    func takeBack<C: ContestOpinionCall>(
        _ call: C,
        in context: CallContext,
        _ remove: @Sendable (UserID, Transaction) async throws -> Withdrawal
    ) async throws -> Contest? {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [opinions(of: call.contest)]
        ) { tx in
            let seen = try await seen(call.contest, by: asker, in: tx)
            let (now, version) = (now(), call.ifVersion)
            if let seen {
                try await tx.refuse(version, of: seen, to: asker, at: now, under: contestRules)
            }
            let withdrawal = try await remove(asker, tx)
            guard seen != nil || withdrawal != .nothing else {
                throw ChallengesError.contestNotFound
            }
            guard seen != nil || version == nil else { throw ChallengesError.versionStale }
            let shown: Contest? =
                if let seen {
                    try await tx.contestReply(seen, to: asker, at: now, under: contestRules)
                } else {
                    nil
                }
            if let news = withdrawal.news, let contest = try await tx.contest(call.contest) {
                try await tx.tellOwner(of: contest, news, by: asker, at: now, under: rules)
            }
            return shown
        }
    }

    /// Refuses a stale version; the refusal carries the current definition.
    private func refuse(
        _ version: Int64?,
        of definition: DefinitionRecord,
        to asker: UserID,
        in tx: Transaction
    ) async throws {
        guard let version, version != definition.version else { return }
        let shown = try await tx.definitionReply(definition, to: asker, under: definitionRules)
        throw try Refusal(ChallengesError.versionStale, current: shown)
    }

    /// A contest that the user can see; `nil` otherwise.
    ///
    /// - Throws: `challenges.wrong_state` for a draft; `PostgresError`.
    private func seen(
        _ id: ChallengeID,
        by asker: UserID,
        in reader: some Reader
    ) async throws -> ContestRecord? {
        guard let contest = try await reader.contest(id),
            try await reader.access(of: contest, for: asker).seesHead
        else { return nil }
        guard contest.life.state != .draft else { throw ChallengesError.wrongState }
        return contest
    }

    /// The local lock of the opinions of a definition or a contest. Each of them changes the same
    /// counts.
    private func opinions<Kind>(of id: ID<Kind>) -> LocalLock {
        LocalLock("opinions", id, .together(atMost: database.options.togetherMax))
    }
}

/// An opinion that a user withdraws.
enum Withdrawal: Hashable {
    case nothing
    /// A wish or a rating. These cause no notices.
    case opinion
    /// A like, with when it was given.
    case like(Instant)

    /// A wish or a rating, or nothing.
    init(wasThere: Bool) {
        self = wasThere ? .opinion : .nothing
    }

    /// A like; nothing where there was none.
    init(likedAt: Instant?) {
        self = likedAt.map { .like($0) } ?? .nothing
    }

    /// The event of which the owner or the author is notified.
    var news: LikeNews? {
        if case .like(let moment) = self { .takenBack(moment) } else { nil }
    }
}

/// A call that changes its caller's opinion of a contest.
protocol ContestOpinionCall: Call where Reply == Contest? {
    /// The contest.
    var contest: ChallengeID { get }
    /// The version that the contest must have; `nil` accepts any.
    var ifVersion: Int64? { get }
}

/// A call that changes its caller's opinion of a definition.
protocol OpinionCall: Call {
    /// The definition.
    var definition: DefinitionID { get }
    /// The version that the definition must have; `nil` accepts any.
    var ifVersion: Int64? { get }
    /// The languages that the caller reads.
    var languages: String? { get set }
}
