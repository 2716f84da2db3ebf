import Challenges
package import ChallengesAPI
package import Identifiers
package import IdentityAPI
import People
import Postgres
import RPC
import Values
package import Wire

extension Scene {
    /// Creates a definition as a user, Ana by default.
    @discardableResult
    package func post(
        _ name: String = "Plank",
        description: String? = nil,
        category: String? = nil,
        visibility: Visibility? = nil,
        mediaIDs: [MediaID]? = nil,
        by author: UserID? = nil
    ) async throws -> Definition {
        let call = CreateDefinition(
            name: name,
            description: description,
            category: category,
            visibility: visibility,
            mediaIDs: mediaIDs
        )
        return try await ask(call, as: author ?? ana)
    }

    /// A definition as a user sees it; `nil` if they may not see it.
    package func definition(
        _ id: DefinitionID,
        as user: UserID,
        languages: String? = nil
    ) async throws -> Definition? {
        do {
            return try await ask(GetDefinition(definition: id, languages: languages), as: user)
        } catch  where error == ChallengesError.definitionNotFound.fault {
            return nil
        }
    }

    /// The names on all pages of a list.
    package func names(_ call: ListDefinitions, as user: UserID) async throws -> [String] {
        var call = call
        var names: [String] = []
        repeat {
            let page = try await ask(call, as: user)
            names += page.items.map(\.name)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return names
    }

    /// Makes a call as the operator.
    package func operate<C: Call>(_ call: C) async throws(Fault) -> C.Reply {
        try await board.asked(by: .operator).call(call, in: CallContext())
    }

    /// The refusal that the operator gets.
    package func operatorFault<C: Call>(_ call: C) async -> Fault? {
        do {
            _ = try await operate(call)
            return nil
        } catch {
            return error
        }
    }

    /// Reports the relation of two users.
    package func relate(
        _ user: UserID,
        _ other: UserID,
        _ relation: Relation,
        version: Int64 = 2
    ) async throws {
        let pair = Pair(user, other)
        _ = try await tell(
            RelationChanged(
                one: pair.one,
                other: pair.other,
                relation: relation,
                version: version
            )
        )
    }

    /// Stores the relation of two users without its effects.
    package func storeRelation(
        _ relation: Relation,
        _ user: UserID,
        _ other: UserID,
        version: Int64
    ) async throws {
        let pair = Pair(user, other)
        try await database.transaction { tx in
            try await tx.storeRelation(relation, of: pair.one, and: pair.other, version: version)
        }
    }

    /// Reports whether a user is active.
    package func set(_ standing: AccountStanding, of user: UserID, version: Int64 = 2) async throws
    {
        let person = FakeIdentity.card(user).person
        try await tell(of: PersonCard(person: person, version: version, standing: standing))
    }
}

extension Fault {
    /// The definition that came with a refusal.
    package var definition: Definition? {
        current.flatMap { try? WireDecoder().decode(Definition.self, from: $0) }
    }

    /// The fields at fault, with their codes.
    package var said: [String] { (fields ?? []).map { "\($0.pointer) \($0.code)" } }
}
