import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Definitions {
    func createDefinition(
        _ call: CreateDefinition,
        in context: CallContext
    ) async throws -> Definition {
        let author = try context.signedIn
        return try await database.create(
            call,
            in: context,
            at: now(),
            after: call.id.map { [database.turn(ChallengeID($0.uuid), .alone)] } ?? [],
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: author, in: reader)
        } check: {
            try await checked(call, by: author, in: context)
        } insert: { new, tx in
            let definition = new.definition
            // The locks are sent first, so that the next statements read what they guard.
            let namesake = ChallengeID(definition.id.uuid)
            try tx.lock(namesake, .alone)
            try tx.lockDefinitions(of: author)
            let count = try tx.countDefinitions(of: author)
            if let card = new.card { try tx.store([card]) }
            // Likes, wishes and trends are stored by id alone, so a contest and a definition can't
            // share one.
            guard try await !tx.isContest(namesake), try await tx.insert(definition) else {
                return nil
            }
            guard let photos = new.photos, try await count.value < rules.definitionsMax else {
                throw ChallengesError.definitionsTooMany
            }
            try tx.insertCounts(of: definition.id)
            try await tx.insert(
                photos,
                of: .definition,
                definition.id.uuid,
                challenge: nil,
                at: definition.createdAt
            )
            let used = photos.map(\.media)
            try tx.publish(
                Pictures.emissions(of: .definition, definition.id.uuid, using: used),
                at: now()
            )
            return definition.definitionReply(by: new.author, photos: photos, under: rules)
        }
    }

    /// Validates all fields, reports every problem in one refusal, and claims the pictures if the
    /// author has room for another definition.
    private func checked(
        _ call: CreateDefinition,
        by author: UserID,
        in context: CallContext
    ) async throws -> NewDefinition {
        var problems = FieldProblems<ChallengesError>()
        let blank = DefinitionRecord(id: call.id ?? DefinitionID(), author: author, at: now())
        let change = DefinitionChange(call)
        let definition = try await changed(blank, by: change, &problems, in: database)
        let ids = call.mediaIDs ?? []
        pictures.check(ids, &problems)
        try problems.refuse()
        let (person, card) = try await database.caller(author, asking: identity, in: context)
        let photos = try await claim(ids, for: definition.id, of: author, in: context)
        return NewDefinition(definition: definition, author: person, card: card, photos: photos)
    }

    /// Claims the pictures of a new definition.
    ///
    /// - Returns: The pictures; `nil` if the author has no room for another definition. The
    ///   insertion then refuses it, unless the call turns out to be a repeated one.
    private func claim(
        _ ids: [MediaID],
        for definition: DefinitionID,
        of author: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord]? {
        guard !ids.isEmpty else { return [] }
        guard try await database.definitionCount(of: author) < rules.definitionsMax else {
            return nil
        }
        return try await pictures.claim(
            ids,
            of: author,
            for: Pictures.cause(of: .definition, definition.uuid),
            during: nil,
            in: context
        )
    }

    /// The definition that the same user created before, under the call's id and by an equal call
    /// (2.14-ids).
    private func existing(
        _ call: CreateDefinition,
        of author: UserID,
        in reader: any Reader
    ) async throws -> Definition? {
        guard let id = call.id, let made = try await reader.definition(id, by: author) else {
            return nil
        }
        var again = DefinitionRecord(id: id, author: author, at: made.createdAt)
        var problems = FieldProblems<ChallengesError>()
        DefinitionChange(call).apply(
            to: &again,
            isCategoryKnown: true,
            isUnitOfTime: true,
            &problems
        )
        guard made.state != .deleted, made.says(whatIsSaidBy: again) else {
            throw ChallengesError.idTaken
        }
        let shown = try await reader.definitionReply(made, to: author, under: rules)
        guard shown.photos.map(\.id) == call.mediaIDs ?? [] else { throw ChallengesError.idTaken }
        return shown
    }
}

/// A definition that may be inserted.
private struct NewDefinition: Sendable {
    package let definition: DefinitionRecord
    let author: Person
    /// Stored with the definition; `nil` if there is a copy already.
    let card: PersonCard?
    /// `nil` if the author has no room for another definition.
    package let photos: [PhotoRecord]?
}
