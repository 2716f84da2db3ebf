import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import TestKit
import Values
import Wire

@testable import Scoring

/// A scoring service on the test's own database, and its switchboard.
struct Fixture {
    let service: Scoring
    let scoring: Switchboard

    init(
        identity: Switchboard = Switchboard { _ in },
        challenges: Switchboard = Switchboard { _ in },
        payment: Payment = Payment(),
        now: @escaping @Sendable () -> Instant = { .now() }
    ) {
        service = Scoring(
            database: .fresh,
            identity: identity.asked(by: .scoring),
            challenges: challenges.asked(by: .scoring),
            payment: payment,
            now: now
        )
        scoring = service.switchboard
    }

    /// Delivers an event as the outbox would, under a new id or a given one.
    func deliver(
        _ event: some Event,
        from sender: ServiceName,
        as id: EventID = EventID()
    ) async throws {
        _ = try await scoring.asked(by: sender).call(
            event,
            in: .background(idempotencyKey: "\(id)")
        )
    }

    /// Pays for one completed assignment.
    @discardableResult
    func pay(
        _ completer: UserID,
        by sender: UserID,
        at seconds: Int64 = 0,
        _ assignment: AssignmentID = AssignmentID()
    ) async throws -> AssignmentID {
        try await deliver(
            AssignmentDone(
                assignment: assignment,
                completer: completer,
                sender: sender,
                at: Instant(microseconds: 1_000_000 * (1_700_000_000 + seconds)),
                isVerified: true
            ),
            from: .challenges
        )
        return assignment
    }

    /// Introduces a person, as identity's event would.
    func introduce(_ user: UserID, _ name: String) async throws {
        try await deliver(PersonChanged(card: Self.card(user, name)), from: .identity)
    }

    static func card(_ user: UserID, _ name: String) -> PersonCard {
        PersonCard(
            person: Person(
                id: user,
                username: name.lowercased(),
                firstName: name,
                lastName: ""
            ),
            version: 1
        )
    }

    /// Makes two users friends, without medals for first friends.
    func befriend(_ one: UserID, _ other: UserID) async throws {
        try await Database.fresh.transaction { tx in
            try await tx.storeRelation(.friends, of: one, and: other, version: 1)
        }
    }

    func board(
        of user: UserID,
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws -> GetScoreboard.Reply {
        try await scoring.call(
            GetScoreboard(limit: limit, cursor: cursor),
            in: CallContext(user: user, peer: .gateway)
        )
    }

    func points(of user: UserID, asking asker: UserID? = nil) async throws -> Int {
        try await scoring.call(
            GetPoints(user: user),
            in: CallContext(user: asker ?? user, peer: .gateway)
        ).points
    }
}
