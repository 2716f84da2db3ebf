import Challenges
package import ChallengesAPI
import ChallengesCore
import Definitions
package import Identifiers
package import IdentityAPI
import People
import Postgres
import TestKit
package import Testing
import Values
package import Wire

extension Scene {
    /// Stores a definition of Ana's, and copies of the three people, who are active.
    package func storeDefinition(
        _ visibility: Visibility = .public,
        state: String = "shown"
    ) async throws -> DefinitionID {
        try await knowAll()
        let id = DefinitionID()
        try await database.transaction { tx in
            try tx.enqueue(
                """
                INSERT INTO definitions (id, author, name, caption, description, whole_numbers,
                    timer, proof, visibility, state, created_at, changed_at, version,
                    translations)
                VALUES (\(id), \(ana), 'Ten push-ups', '', '', false, 'none', 'optional',
                    \(visibility.rawValue), \(state), \(clock.now), \(clock.now), 1, '')
                """
            )
            try tx.insertCounts(of: id)
        }
        return id
    }

    /// The preset with this name.
    package func preset(_ name: String) async throws -> DefinitionID {
        try await database.one("SELECT id FROM definitions WHERE preset = \(name)") { row in
            try row.next()
        }
    }

    /// Stores a copy of a user.
    package func know(
        _ user: UserID,
        standing: AccountStanding = .active,
        version: Int64 = 1
    ) async throws {
        try await tell(of: known(user, standing, version))
    }

    /// Stores copies of the three people, as `know` does, in one statement.
    package func knowAll() async throws {
        let cards = [ana, bo, cy].map { known($0, .active, 1) }
        try await database.transaction { tx in try tx.store(cards) }
    }

    private func known(
        _ user: UserID,
        _ standing: AccountStanding,
        _ version: Int64
    ) -> PersonCard {
        PersonCard(
            person: FakeIdentity.card(user).person,
            version: version,
            zones: [],
            locale: "en",
            isListed: false,
            standing: standing
        )
    }

    /// Lets users complete a run of a definition.
    package func complete(_ definition: DefinitionID, _ users: UserID...) async throws {
        try await complete(definition, users)
    }

    /// Lets users complete a run of a definition.
    package func complete(_ definition: DefinitionID, _ users: [UserID]) async throws {
        for user in users {
            try await database.transaction { tx in
                try tx.complete(definition, by: user, at: clock.now)
            }
        }
    }

    /// The users who like a definition, read page by page.
    package func likes(
        of definition: DefinitionID,
        as user: UserID,
        limit: Int? = nil
    ) async throws -> [UserID] {
        var users: [UserID] = []
        var cursor: String?
        repeat {
            let call = ListLikes(definition: definition, limit: limit, cursor: cursor)
            let page = try await ask(call, as: user)
            users += page.items.map(\.user.id)
            cursor = page.nextCursor
        } while cursor != nil
        return users
    }

    /// Makes calls at the same time.
    ///
    /// - Returns: The refusals, and nothing for those that succeeded.
    package func faults<C: Call>(_ calls: [(UserID, C)]) async -> [Fault] {
        await withTaskGroup { group in
            for (user, call) in calls { group.addTask { await fault(call, as: user) } }
            return await group.reduce(into: [Fault]()) { faults, fault in
                if let fault { faults.append(fault) }
            }
        }
    }

    /// Checks that the counts of all definitions equal the numbers of rows.
    package func expectCounted(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let wrong = try await database.all(
            """
            SELECT definition FROM definition_counts
            WHERE (likes, users, ratings, rating_sum) IS DISTINCT FROM (
                (SELECT count(*) FROM likes WHERE target = definition),
                (SELECT count(*) FROM definition_uses
                    WHERE definition_uses.definition = definition_counts.definition),
                (SELECT count(*) FROM ratings
                    WHERE ratings.definition = definition_counts.definition),
                (SELECT coalesce(sum(stars), 0) FROM ratings
                    WHERE ratings.definition = definition_counts.definition))
            """
        ) { row in try row.next(DefinitionID.self) }
        #expect(wrong == [], sourceLocation: sourceLocation)
    }

    /// Definitions that Bo cannot see.
    package static let unseen: [(String, @Sendable (Scene) async throws -> DefinitionID)] = [
        ("unknown", { _ in DefinitionID() }),
        ("private", { scene in try await scene.storeDefinition(.private) }),
        ("of no friend", { scene in try await scene.storeDefinition(.friends) }),
        ("hidden", { scene in try await scene.storeDefinition(state: "hidden") }),
        ("deleted", { scene in try await scene.storeDefinition(state: "deleted") }),
        (
            "behind a block",
            { scene in
                let id = try await scene.storeDefinition()
                try await scene.relate(scene.ana, scene.bo, .blocked)
                return id
            }
        ),
        (
            "of a suspended author",
            { scene in
                let id = try await scene.storeDefinition()
                try await scene.know(scene.ana, standing: .suspended, version: 2)
                return id
            }
        ),
    ]

    /// Checks that a call on each definition that Bo cannot see is refused, and that it changes
    /// nothing.
    package static func expectNotFound<C: Call>(
        _ call: (DefinitionID) -> C,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (what, make) in unseen {
            let scene = Scene()
            let id = try await make(scene)
            // The same holds for a user who completed it before.
            if try await !scene.database.counts(of: [id]).isEmpty {
                try await scene.complete(id, scene.bo)
            }
            let fault = await scene.fault(call(id), as: scene.bo)
            #expect(
                fault == ChallengesError.definitionNotFound.fault,
                "\(what)",
                sourceLocation: sourceLocation
            )
            let counts = try await scene.database.counts(of: [id])[id] ?? DefinitionCounts()
            #expect(counts.likes == 0 && counts.ratings == 0, sourceLocation: sourceLocation)
            let opinions = try await scene.database.opinions(of: scene.bo, on: [id])
            #expect(opinions == [id: Opinion()], sourceLocation: sourceLocation)
        }
    }
}
