import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Values
import Wire

@testable import Identity

extension Town {
    /// Delivers an event as challengesd's outbox would, under a new id or a given one.
    func deliver(_ event: some Event, as id: EventID = EventID()) async throws {
        let context = CallContext(idempotencyKey: id.description)
        _ = try await door.asked(by: .challenges).call(event, in: context)
    }

    /// Tells people that something happened now: each time something else, unless the subject or
    /// the cause is given.
    func tell(
        _ people: UserID...,
        kind: Notice.Kind = .dareReceived,
        by actor: UserID? = nil,
        about assignment: AssignmentID = AssignmentID(),
        cause: String? = nil,
        until end: Instant? = nil
    ) async throws {
        try await deliver(
            PeopleTold(
                people: people,
                kind: kind,
                cause: cause ?? EventID().description,
                actor: actor,
                subject: .init(assignment),
                at: clock.now,
                expiresAt: end
            )
        )
    }

    /// Settles notices about an assignment.
    func settle(
        _ assignment: AssignmentID,
        _ outcome: NoticesSettled.Outcome,
        kinds: [Notice.Kind] = [.dareReceived],
        people: [UserID]? = nil,
        cause: String? = nil
    ) async throws {
        try await deliver(
            NoticesSettled(
                subject: .init(assignment),
                kinds: kinds,
                people: people,
                cause: cause,
                outcome: outcome,
                at: clock.now
            )
        )
    }

    /// Returns everything in a person's inbox, newest first, read in pages.
    func inbox(of user: UserID, pages limit: Int = 100) async throws -> [Notice] {
        var items: [Notice] = []
        var cursor: String?
        repeat {
            let page = try await ask(ListNotices(limit: limit, cursor: cursor), as: user)
            items += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return items
    }

    /// Returns the counts of a person's inbox.
    func counts(of user: UserID) async throws -> NoticeCounts {
        try await ask(CountNotices(), as: user)
    }

    /// Sets the relation of two people, as a block or its end does.
    func relate(_ one: UserID, _ other: UserID, _ relation: Relation) async throws {
        let pair = Pair(one, other)
        try await identity.database.run(
            """
            INSERT INTO relations (one, other, relation, version)
            VALUES (\(pair.one), \(pair.other), \(relation.rawValue), 1)
            ON CONFLICT (one, other) DO UPDATE SET relation = excluded.relation
            """
        )
    }

    /// Sets whether a person is active.
    func setStanding(of user: UserID, _ standing: AccountStanding) async throws {
        try await identity.database.run(
            "UPDATE accounts SET standing = \(standing.rawValue) WHERE id = \(user)"
        )
    }
}

extension AccountStanding {
    /// All in which a person does not take part.
    static let inactive = allCases.filter { $0 != .active }
}

extension [Notice] {
    /// The counts that they should have.
    var counted: NoticeCounts {
        func open(_ kind: Notice.Kind) -> Int {
            count { $0.kind == kind && [.new, .seen].contains($0.state) }
        }
        return NoticeCounts(
            new: count { $0.state == .new },
            toJudge: open(.reviewNeeded),
            friendRequests: open(.friendRequest),
            dueSoon: open(.deadlineNear)
        )
    }
}
