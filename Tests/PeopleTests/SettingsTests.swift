import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// Copies of what people have chosen, beside services of an earlier release, which neither tell nor
/// store it (2.8-settings, 2.9-zones, 2.11-standing).
@Suite(.freshDatabase(Outbox.migrations + PeopleMigrations.migrations)) struct SettingsTests {
    let ana = UserID()

    private static let moment = Instant(microseconds: 1_780_315_200_000_001)
    private static let zones = [
        ZoneChange(since: moment - .hours(100), name: "America/Argentina/Buenos_Aires"),
        ZoneChange(since: moment, name: "UTC"),
        ZoneChange(since: moment + .hours(7), name: "Etc/GMT+5"),
    ]

    @Test func `a card is copied as it was told`() async throws {
        let full = card(ana, 1)
        let alone = PersonCard(
            person: person(UserID(), 1),
            version: 3,
            zones: [Self.zones[1]],
            locale: "en",
            isListed: false,
            standing: .suspended
        )
        let bare = PersonCard(
            person: person(UserID(), 1),
            version: 7,
            zones: [],
            locale: "en",
            isListed: false,
            standing: .deleted
        )
        try await store(full, alone, bare)
        let ids = [full, alone, bare].map(\.person.id)
        let copies = try await Database.fresh.copies(of: ids + [UserID(), ana])
        #expect(copies == [ids[0]: full, ids[1]: alone, ids[2]: bare])
        #expect(try await Database.fresh.copies(of: []).isEmpty)
    }

    @Test func `a standing that this release does not know is not active`() async throws {
        try await store(card(ana, 1, standing: .unknown))
        #expect(try await copy()?.standing == .unknown)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE people SET standing = 'on the moon'")
        }
        #expect(try await copy()?.standing == .unknown)
    }

    @Test func `an earlier release stores people as before`() async throws {
        try await storeAsBefore([ana])
        #expect(try await copy() == PersonCard(person: person(ana, 2), version: 2))
    }

    /// The first card, the second, and the copy of both.
    @Test(
        arguments: [
            // A card of an earlier release leaves what it does not tell.
            (5, true, 6, false, 6, true), (5, true, 5, false, 5, true),
            (5, true, 4, false, 5, true),
            // An equal version fills what is missing, a newer one as well, an older one nothing.
            (5, false, 5, true, 5, true), (5, false, 6, true, 6, true),
            (5, false, 4, true, 5, false),
            (5, false, 6, false, 6, false),
        ] as [(Int64, Bool, Int64, Bool, Int64, Bool)]
    )
    func `what a card does not tell stays`(
        first: Int64,
        isFirstFull: Bool,
        second: Int64,
        isSecondFull: Bool,
        version: Int64,
        isFull: Bool
    ) async throws {
        try await store(card(ana, first, isFull: isFirstFull))
        try await store(card(ana, second, isFull: isSecondFull))
        let copy = try #require(try await copy())
        #expect(copy.person == person(ana, version))
        #expect(copy.version == version)
        #expect(copy.zones == (isFull ? Self.zones : nil))
        #expect(copy.locale == (isFull ? "de" : nil))
        #expect(copy.isListed == (isFull ? true : nil))
        #expect(copy.standing == (isFull ? .hidden : nil))
    }

    @Test func `an equal version replaces nothing`() async throws {
        try await store(card(ana, 5))
        let other = PersonCard(
            person: person(ana, 9),
            version: 5,
            zones: [Self.zones[0]],
            locale: "en",
            isListed: false,
            standing: .active
        )
        try await store(other)
        #expect(try await copy() == card(ana, 5))
    }

    @Test func `a zone that was replaced before it held is forgotten`() async throws {
        func card(_ version: Int64, _ zones: [ZoneChange]) -> PersonCard {
            PersonCard(
                person: person(ana, version),
                version: version,
                zones: zones,
                locale: "en",
                isListed: false,
                standing: .active
            )
        }
        let ahead = ZoneChange(since: Self.zones[2].since, name: "Asia/Dubai")
        let told = [
            Self.zones, [Self.zones[0], Self.zones[1], ahead], Array(Self.zones.prefix(2)),
        ]
        for (number, zones) in told.enumerated() {
            try await store(card(Int64(number + 1), zones))
            #expect(try await copy()?.zones == zones)
        }
        // A card that comes late brings nothing back.
        try await store(card(2, told[1]))
        #expect(try await copy()?.zones == told[2])
    }

    @Test func `what copies lack is fetched, a hundred at a time, until nothing is missing`()
        async throws
    {
        let people = (0..<150).map { _ in UserID() }
        try await storeAsBefore(people)
        try await store(card(ana, 1))
        let asked = Mutex<[Int]>([])
        let missing = missingCards { call in
            asked.withLock { $0.append(call.users.count) }
            #expect(!call.users.contains(ana))
            return call.users.map { card($0, 2) }
        }
        #expect(try await [missing.fetch(), missing.fetch(), missing.fetch()] == [100, 50, 0])
        #expect(try await missing.fetch() == 0)
        #expect(asked.withLock { $0 } == [100, 50])
        let copies = try await Database.fresh.copies(of: people + [ana])
        #expect(copies.count == 151)
        #expect(copies.values.allSatisfy { $0.zones == Self.zones && $0.standing == .hidden })
    }

    @Test func `while identity is of an earlier release nothing is filled, and then it is`()
        async throws
    {
        try await storeAsBefore([ana])
        let isUpgraded = Mutex(false)
        let missing = missingCards { call in
            let isFull = isUpgraded.withLock { $0 }
            return call.users.map { card($0, 2, isFull: isFull) }
        }
        #expect(try await missing.fetch() == 0)
        #expect(try await copy()?.zones == nil)
        isUpgraded.withLock { $0 = true }
        #expect(try await missing.fetch() == 1)
        #expect(try await copy() == card(ana, 2))
    }

    @Test func `people whom identity does not know hold nobody up`() async throws {
        let people = (0..<101).map { _ in UserID() }.sorted()
        try await storeAsBefore(people)
        let missing = missingCards { call in
            call.users.filter { $0 == people[100] }.map { card($0, 2) }
        }
        #expect(try await [missing.fetch(), missing.fetch(), missing.fetch()] == [100, 1, 0])
        let copies = try await Database.fresh.copies(of: people)
        #expect(copies.values.filter { $0.zones != nil }.map(\.person.id) == [people[100]])
        // They are asked for again, in case identity knows them later.
        #expect(try await missing.fetch() == 100)
    }

    @Test func `a card that was told meanwhile is not overwritten`() async throws {
        try await storeAsBefore([ana])
        let newer = PersonCard(
            person: person(ana, 3),
            version: 3,
            zones: [Self.zones[0]],
            locale: "en",
            isListed: false,
            standing: .active
        )
        let missing = missingCards { call in
            try await store(newer)
            return call.users.map { card($0, 2) }
        }
        #expect(try await missing.fetch() == 1)
        #expect(try await copy() == newer)
    }

    @Test func `while identity is away nothing changes`() async throws {
        try await storeAsBefore([ana])
        let missing = missingCards { _ in throw WireError.unavailable }
        await #expect(throws: WireError.unavailable.fault) { try await missing.fetch() }
        #expect(try await copy()?.zones == nil)
    }

    @Test func `what an earlier release stored over a full copy is fetched again`() async throws {
        let newest = card(ana, 2, standing: .suspended)
        let missing = missingCards { _ in [newest] }
        try await store(card(ana, 1))
        #expect(try await missing.fetch() == 0)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE people SET version = 2")
        }
        #expect(try await missing.fetch() == 1)
        #expect(try await copy() == newest)
        #expect(try await missing.fetch() == 0)
        // So is what a card of an earlier release raised.
        try await store(card(ana, 3, isFull: false))
        #expect(try await missing.fetch() == 1)
    }

    private func missingCards(
        _ answer: @escaping @Sendable (ListCards) async throws -> [PersonCard]
    ) -> MissingCards {
        let identity = Switchboard {
            $0.on { (call: ListCards, _) in ListCards.Reply(cards: try await answer(call)) }
        }
        return MissingCards(in: .fresh, from: identity.asked(by: .scoring))
    }

    private func copy() async throws -> PersonCard? {
        try await Database.fresh.copies(of: [ana])[ana]
    }

    private func store(_ cards: PersonCard...) async throws {
        try await Database.fresh.transaction { tx in try tx.store(cards) }
    }

    /// Stores people of version 2, as a release does that knows nothing of settings.
    private func storeAsBefore(_ users: [UserID]) async throws {
        let person = person(ana, 2)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, avatar, version)
                SELECT id, \(person.username), \(person.firstName), \(person.lastName), NULL, 2
                FROM unnest(\(users)) AS id
                """
            )
        }
    }

    private func card(
        _ user: UserID,
        _ version: Int64,
        isFull: Bool = true,
        standing: AccountStanding = .hidden
    ) -> PersonCard {
        let person = person(user, version)
        guard isFull else { return PersonCard(person: person, version: version) }
        return PersonCard(
            person: person,
            version: version,
            zones: Self.zones,
            locale: "de",
            isListed: true,
            standing: standing
        )
    }

    private func person(_ user: UserID, _ version: Int64) -> Person {
        Person(id: user, username: "ana", firstName: "Ana \(version)", lastName: "")
    }
}
