import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct PreparePeopleTests {
    private let town = Town()

    private func prepare(
        _ first: Int,
        _ count: Int,
        friends: Int = 4,
        password: String? = nil
    ) async throws -> PreparePeople.Reply {
        try await town.ask(
            PreparePeople(first: first, count: count, friends: friends, password: password),
            peer: .operator
        )
    }

    @Test func `numbered people are made, and are friends of their neighbours`() async throws {
        let made = try await prepare(1, 10, password: Town.password)
        // Two for each, except the first two, who have none and one before them.
        #expect(made == PreparePeople.Reply(made: 10, befriended: 17, people: 10))
        let me = try await town.ask(GetMe(), as: PreparedPeople.id(7))
        #expect(me.username == "load_000007")
        #expect(me.id == PreparedPeople.id(7))
        let friends = try await town.ask(ListFriends(), as: PreparedPeople.id(5))
        #expect(Set(friends.items.map(\.id)) == Set([3, 4, 6, 7].map(PreparedPeople.id)))
    }

    @Test func `repeating the call makes nothing, and asking for more makes only those`()
        async throws
    {
        _ = try await prepare(1, 10, password: Town.password)
        #expect(
            try await prepare(1, 10) == PreparePeople.Reply(made: 0, befriended: 0, people: 10)
        )
        #expect(
            try await prepare(9, 4) == PreparePeople.Reply(made: 2, befriended: 4, people: 12)
        )
        #expect(
            try await prepare(1, 0) == PreparePeople.Reply(made: 0, befriended: 0, people: 12)
        )
    }

    @Test func `all prepared people sign in with the same password`() async throws {
        _ = try await prepare(1, 3, password: Town.password)
        _ = try await prepare(4, 2)
        for number in [1, 3, 5] {
            let login = PreparedPeople.username(number)
            let signedIn = try await town.ask(SignIn(login: login, password: Town.password))
            #expect(signedIn.user.id == PreparedPeople.id(number))
        }
    }

    @Test func `other services are told of people and friends, once each`() async throws {
        _ = try await prepare(1, 5, password: Town.password)
        _ = try await prepare(1, 5)
        for copier in ["challenges", "scoring"] {
            let people = try await town.events(PersonChanged.self).filter { $0.to == copier }
            #expect(people.map(\.event.card.person.id) == (1...5).map(PreparedPeople.id))
            let relations = try await town.events(RelationChanged.self).filter { $0.to == copier }
            #expect(relations.count == 7)
            #expect(relations.allSatisfy { $0.event.relation == .friends })
            #expect(relations.allSatisfy { $0.event.version == 1 })
        }
    }

    @Test func `a friendship that has ended stays ended`() async throws {
        _ = try await prepare(1, 3, password: Town.password)
        let (one, two) = (PreparedPeople.id(1), PreparedPeople.id(2))
        _ = try await town.ask(RemoveFriend(user: two), as: one)
        #expect(try await prepare(1, 3).befriended == 0)
        let friends = try await town.ask(ListFriends(), as: one)
        #expect(friends.items.map(\.id) == [PreparedPeople.id(3)])
    }

    @Test func `another password is refused`() async throws {
        _ = try await prepare(1, 2, password: Town.password)
        let fault = try await refusal { try await prepare(1, 2, password: "another one") }
        #expect(fault.code == IdentityError.preparedOtherwise.rawValue)
        #expect(fault.blamed == ["/password": IdentityError.preparedOtherwise.rawValue])
    }

    @Test(arguments: [nil, "short"])
    func `the first people need a password`(password: String?) async throws {
        let fault = try await refusal { try await prepare(1, 2, password: password) }
        #expect(fault.blamed == ["/password": IdentityError.passwordInvalid.rawValue])
    }

    @Test func `a gap before the first person is refused`() async throws {
        _ = try await prepare(1, 2, password: Town.password)
        let fault = try await refusal { try await prepare(4, 2) }
        #expect(fault.blamed == ["/first": IdentityError.personUnknown.rawValue])
        #expect(try await prepare(1, 0).people == 2)
    }

    @Test func `a name of another account is refused, and no one is made`() async throws {
        _ = try await town.person(PreparedPeople.username(2))
        let fault = try await refusal { try await prepare(1, 3, password: Town.password) }
        #expect(fault.code == IdentityError.usernameTaken.rawValue)
        #expect(try await prepare(1, 0).people == 0)
    }

    @Test(arguments: [(1, 501, 4, "/count"), (0, 1, 4, "/count"), (1, -1, 4, "/count")])
    func `too many are refused`(first: Int, count: Int, friends: Int, field: String) async throws {
        let fault = try await refusal {
            try await prepare(first, count, friends: friends, password: Town.password)
        }
        #expect(fault.blamed == [field: IdentityError.tooManyPeople.rawValue])
        let other = try await refusal {
            try await prepare(1, 1, friends: 201, password: Town.password)
        }
        #expect(other.blamed == ["/friends": IdentityError.tooManyPeople.rawValue])
    }

    @Test func `only the operator may call it`() async throws {
        let call = PreparePeople(first: 1, count: 1, friends: 2, password: Town.password)
        let fault = try await refusal { try await town.ask(call, as: UserID()) }
        #expect(fault == WireError.forbidden.fault)
    }
}
