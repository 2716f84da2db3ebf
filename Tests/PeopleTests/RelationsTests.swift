import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Outbox.migrations + PeopleMigrations.migrations)) struct RelationsTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `people without a relation are strangers`() async throws {
        #expect(try await Database.fresh.relation(ana, bo) == .none)
        #expect(try await Database.fresh.relation(ana, ana) == .none)
    }

    @Test(arguments: [Relation.none, .friends, .blocked])
    func `a relation is the same from both sides`(relation: Relation) async throws {
        try await store(relation, bo, ana, 1)
        #expect(try await Database.fresh.relation(ana, bo) == relation)
        #expect(try await Database.fresh.relation(bo, ana) == relation)
    }

    @Test(arguments: [(6, .blocked), (5, .friends), (4, .friends)] as [(Int64, Relation)])
    func `only a newer relation replaces one`(version: Int64, relation: Relation) async throws {
        try await store(.friends, ana, bo, 5)
        try await store(.blocked, bo, ana, version)
        #expect(try await Database.fresh.relation(ana, bo) == relation)
    }

    @Test func `identity's events update the relation`() async throws {
        let people = People(database: .fresh)
        let caller = Switchboard { $0.on(people.relationChanged) }.asked(by: .identity)
        let (one, other) = (min(ana, bo), max(ana, bo))
        for (version, relation) in [(1, Relation.friends), (3, .none), (2, .blocked)] {
            _ = try await caller.call(
                RelationChanged(
                    one: one,
                    other: other,
                    relation: relation,
                    version: Int64(version)
                ),
                in: .background(idempotencyKey: EventID().description)
            )
        }
        #expect(try await Database.fresh.relation(ana, bo) == .none)
    }

    private func store(
        _ relation: Relation,
        _ one: UserID,
        _ other: UserID,
        _ version: Int64
    ) async throws {
        try await Database.fresh.transaction { tx in
            try await tx.storeRelation(relation, of: one, and: other, version: version)
        }
    }
}
