import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Outbox.migrations + PeopleMigrations.migrations)) struct PeopleTests {
    let ana = UserID()

    @Test func `people are read as they were stored`() async throws {
        let bo = UserID()
        let picture = MediaID()
        try await store(card(ana, "Ana", 1), card(bo, "Bo", 1, avatar: picture))
        let people = try await Database.fresh.people([ana, bo, ana])
        #expect(people == [ana: person(ana, "Ana"), bo: person(bo, "Bo", avatar: picture)])
    }

    @Test func `concurrent callers each get the people they asked for`() async throws {
        let users = (0..<250).map { _ in UserID() }
        let cards = users.enumerated().map { card($1, "Name \($0)", 1) }
        try await Database.fresh.transaction { tx in try tx.store(cards) }
        let gathered = BatchLoader(keysMax: 200) { try await Database.fresh.people($0) }
        try await withThrowingTaskGroup { group in
            for first in stride(from: 0, to: 250, by: 5) {
                group.addTask {
                    let asked = Array(users[first..<min(first + 9, 250)])
                    let found = try await gathered.values(for: asked + [UserID()])
                    #expect(Set(found.keys) == Set(asked))
                    #expect(found[users[first]] == person(users[first], "Name \(first)"))
                }
            }
            // More rows than a point read may return.
            group.addTask {
                let found = try await gathered.values(for: users)
                #expect(found.count == 250)
            }
            try await group.waitForAll()
        }
    }

    @Test func `unknown people are left out`() async throws {
        try await store(card(ana, "Ana", 1))
        #expect(try await Database.fresh.people([UserID()]).isEmpty)
        #expect(try await Database.fresh.people([]).isEmpty)
    }

    @Test(arguments: [(6, "New"), (5, "Old"), (4, "Old")] as [(Int64, String)])
    func `only a newer card replaces one`(version: Int64, name: String) async throws {
        try await store(card(ana, "Old", 5, avatar: MediaID()))
        try await store(card(ana, "New", version))
        let person = try #require(try await Database.fresh.people([ana])[ana])
        #expect(person.firstName == name)
        #expect((person.avatarURL == nil) == (name == "New"))
    }

    @Test func `of several cards of one person the newest counts`() async throws {
        try await store(card(ana, "First", 1), card(ana, "Third", 3), card(ana, "Second", 2))
        #expect(try await Database.fresh.people([ana])[ana]?.firstName == "Third")
    }

    @Test func `storing no cards changes nothing`() async throws {
        try await store()
        #expect(try await Database.fresh.people([ana]).isEmpty)
    }

    @Test func `whatever the order of arrival, the newest card stays`() async throws {
        let users = (0..<5).map { _ in UserID() }
        try await withThrowingTaskGroup { group in
            for version in (1...40).shuffled() {
                group.addTask {
                    let cards = users.shuffled().map { card($0, "V\(version)", Int64(version)) }
                    try await Database.fresh.transaction { tx in try tx.store(cards) }
                }
            }
            try await group.waitForAll()
        }
        let people = try await Database.fresh.people(users)
        #expect(people.values.allSatisfy { $0.firstName == "V40" })
    }

    @Test func `identity's event stores a card, and a repetition does nothing`() async throws {
        let id = EventID()
        try await tell(PersonChanged(card: card(ana, "Ana", 1)), id: id)
        try await tell(PersonChanged(card: card(ana, "Anna", 2)), id: EventID())
        try await tell(PersonChanged(card: card(ana, "Ana", 1)), id: id)
        #expect(try await Database.fresh.people([ana])[ana]?.firstName == "Anna")
    }

    @Test func `only identity may publish people`() async {
        let people = People(database: .fresh)
        let caller = Switchboard { $0.on(people.personChanged) }.asked(by: .scoring)
        await #expect(throws: WireError.forbidden.fault) {
            try await caller.call(
                PersonChanged(card: card(ana, "Ana", 1)),
                in: .background(idempotencyKey: EventID().description)
            )
        }
    }

    private func tell(_ event: PersonChanged, id: EventID) async throws {
        let people = People(database: .fresh)
        _ = try await Switchboard { $0.on(people.personChanged) }.asked(by: .identity).call(
            event,
            in: .background(idempotencyKey: id.description)
        )
    }

    private func store(_ cards: PersonCard...) async throws {
        try await Database.fresh.transaction { tx in try tx.store(cards) }
    }

    private func card(
        _ user: UserID,
        _ name: String,
        _ version: Int64,
        avatar: MediaID? = nil
    ) -> PersonCard {
        PersonCard(person: person(user, name, avatar: avatar), version: version)
    }

    private func person(_ user: UserID, _ name: String, avatar: MediaID? = nil) -> Person {
        Person(
            id: user,
            username: name.lowercased(),
            firstName: name,
            lastName: "",
            avatarURL: avatar.map { MediaReference($0) }
        )
    }
}
