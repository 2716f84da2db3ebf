package import Challenges
import ChallengesAPI
package import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import TestKit
import Testing
package import Values
package import Wire

/// Two replicas of the service: one database, one clock, and connections of their own.
package struct Replicas: Sendable {
    package let scene: Scene
    private let all: [Challenges]

    /// Runs `body` with two replicas, the first of which is a scene's.
    package static func with(
        rules: Rules = Rules(),
        _ body: (Replicas) async throws -> Void
    ) async throws {
        let current = try #require(FreshDatabase.current)
        let database = Database(current.url, options: .patient(), logger: TestServer.quiet)
        let scene = Scene(rules: rules)
        let second = Challenges(
            database: database,
            identity: scene.identity.switchboard.asked(by: .challenges),
            media: scene.media.switchboard.asked(by: .challenges),
            scoring: scene.scoring.switchboard.asked(by: .challenges),
            rules: rules,
            now: { [clock = scene.clock] in clock.now }
        )
        do {
            try await body(Replicas(scene: scene, all: [scene.challenges, second]))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private subscript(index: Int) -> Challenges { all[index % all.count] }

    /// The refusal that a user gets from one of the replicas.
    package func fault<C: Call>(_ call: C, as user: UserID, on index: Int) async -> Fault? {
        do {
            _ = try await self[index].switchboard.call(call, in: CallContext(user: user))
            return nil
        } catch {
            return error
        }
    }

    /// Makes calls at the same time, to the replicas in turns.
    ///
    /// - Returns: The refusals, and nothing for those that succeeded.
    package func faults<C: Call>(_ calls: [(UserID, C)]) async -> [Fault] {
        await withTaskGroup { group in
            for (index, (user, call)) in calls.enumerated() {
                group.addTask { await fault(call, as: user, on: index) }
            }
            return await group.reduce(into: [Fault]()) { faults, fault in
                if let fault { faults.append(fault) }
            }
        }
    }

    /// Reports to one of the replicas that two users are blocked, for the first time.
    package func block(_ user: UserID, _ other: UserID, on index: Int) async throws {
        let pair = Pair(user, other)
        let event = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: .blocked,
            version: 2
        )
        let context = CallContext.background(idempotencyKey: "\(EventID())")
        _ = try await self[index].switchboard.asked(by: .identity).call(event, in: context)
    }

    /// Sets the clock to a moment, and fires the due timers on all replicas at once.
    package func come(_ moment: Instant) async throws {
        scene.clock.advance(by: moment - scene.clock.now)
        try await withThrowingTaskGroup { group in
            for replica in all + all {
                group.addTask { _ = try await replica.timers.fireDue() }
            }
            try await group.waitForAll()
        }
    }
}
