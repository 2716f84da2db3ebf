import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// Events of identityd that arrive at the same moment are stored together.
@Suite(.freshDatabase(Outbox.migrations + PeopleMigrations.migrations))
struct CopiesTogetherTests {
    let people = People(database: .fresh)

    @Test func `relations that arrive together are those that arrive one by one`() async throws {
        let pairs = (0..<20).map { _ in Pair(UserID(), UserID()) }
        let told = pairs.enumerated().flatMap { place, pair in
            (1...6).map { version in
                relation(pair, Self.relations[(place + version) % 3], Int64(version))
            }
        }
        #expect(await refused(told.shuffled()).isEmpty)
        for (place, pair) in pairs.enumerated() {
            let relation = try await Database.fresh.relation(pair.other, pair.one)
            #expect(relation == Self.relations[(place + 6) % 3])
        }
        let versions = try await Database.fresh.all("SELECT version FROM relations") { row in
            try row.next(Int64.self)
        }
        #expect(versions == Array(repeating: 6, count: 20))
    }

    @Test func `of several relations of a pair the newest is stored`() async throws {
        let pair = Pair(UserID(), UserID())
        try await Database.fresh.transaction { tx in
            try tx.store([
                relation(pair, .friends, 1), relation(pair, .blocked, 3), relation(pair, .none, 2),
            ])
            try tx.store([RelationChanged]())
        }
        #expect(try await Database.fresh.relation(pair.one, pair.other) == .blocked)
    }

    @Test func `a relation that cannot be stored does not stop the others`() async throws {
        let pairs = (0..<20).map { _ in Pair(UserID(), UserID()) }
        let alone = UserID()
        let wrong = RelationChanged(one: alone, other: alone, relation: .friends, version: 1)
        let told = pairs.map { relation($0, .friends, 1) } + [wrong]
        #expect(await refused(told.shuffled()).map(\.one) == [alone, alone])
        for pair in pairs {
            #expect(try await Database.fresh.relation(pair.one, pair.other) == .friends)
        }
    }

    @Test func `cards that arrive together are those that arrive one by one`() async throws {
        let users = (0..<20).map { _ in UserID() }
        let told = users.flatMap { user in (1...6).map { card(user, $0) } }
        #expect(await refused(told.shuffled()).isEmpty)
        let stored = try await Database.fresh.people(users)
        #expect(stored.count == 20)
        #expect(stored.values.allSatisfy { $0.firstName == "V6" })
    }

    private static let relations = [Relation.none, .friends, .blocked]

    private func relation(_ pair: Pair, _ relation: Relation, _ version: Int64) -> RelationChanged {
        RelationChanged(one: pair.one, other: pair.other, relation: relation, version: version)
    }

    private func card(_ user: UserID, _ version: Int) -> PersonChanged {
        let person = Person(id: user, username: "ana", firstName: "V\(version)", lastName: "")
        return PersonChanged(card: PersonCard(person: person, version: Int64(version)))
    }

    /// Delivers events at the same time, each twice under one id.
    ///
    /// - Returns: Those that were not accepted, each time.
    private func refused<E: Event>(_ events: [E]) async -> [E] {
        let caller = Switchboard {
            $0.on(people.personChanged)
            $0.on(people.relationChanged)
        }.asked(by: .identity)
        let sent = events.map { (event: $0, id: EventID()) }
        return await withTaskGroup { group in
            for (event, id) in sent + sent {
                group.addTask { () -> E? in
                    do throws(Fault) {
                        let context = CallContext.background(idempotencyKey: id.description)
                        _ = try await caller.call(event, in: context)
                        return nil
                    } catch {
                        return event
                    }
                }
            }
            return await group.reduce(into: []) { refused, event in
                if let event { refused.append(event) }
            }
        }
    }
}
