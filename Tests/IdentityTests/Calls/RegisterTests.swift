import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RegisterTests {
    @Test func `an account is made and its owner signed in`() async throws {
        let town = Town()
        let id = UserID()
        let made = try await town.ask(
            Register(
                user: id,
                username: "Ana.Lima_7",
                password: Town.password,
                firstName: " Ana ",
                lastName: "Lima",
                email: "Ana@Example.org",
                timeZone: "Europe/Lisbon"
            )
        )
        let expected = Account(
            id: id,
            username: "ana.lima_7",
            firstName: "Ana",
            lastName: "Lima",
            email: "Ana@Example.org",
            avatarURL: nil,
            timeZone: "Europe/Lisbon",
            createdAt: town.clock.now
        )
        #expect(made.user == expected)
        #expect(made.expiresIn == 900)
        #expect(made.refreshToken.utf8.count == 43)
        #expect(try await town.ask(GetMe(), as: id) == expected)
    }

    @Test func `the access token says who and in which session`() async throws {
        let town = Town()
        let made = try await town.register("ana")
        let claims = try await town.claims(made.accessToken)
        #expect(claims.sub == String(describing: made.user.id))
        #expect(claims.mod == nil)
        #expect(claims.iat == Int(town.clock.now.microseconds / 1_000_000))
        #expect(claims.exp == claims.iat + 900)
        #expect(claims.iss == "gauntlet")
        #expect(claims.aud == "gauntlet")
        #expect(try await town.isActive(#require(SessionID(claims.sid))))
    }

    @Test func `without a zone it is UTC, without an address there is none`() async throws {
        let made = try await Town().register("ana")
        #expect(made.user.timeZone == "UTC")
        #expect(made.user.email == nil)
    }

    @Test func `the services that keep copies are told`() async throws {
        let town = Town()
        let made = try await town.register("ana")
        let told = try await town.events(PersonChanged.self)
        #expect(told.map(\.to) == ["challenges", "scoring"])
        let person = Person(id: made.user.id, username: "ana", firstName: "Ana", lastName: "Lima")
        #expect(told.allSatisfy { $0.event.card == PersonCard(person: person, version: 1) })
    }

    @Test func `everything that is wrong is told at once`() async throws {
        let town = Town()
        let fault = try await refusal {
            try await town.ask(
                Register(
                    username: "a@b",
                    password: "1234567",
                    firstName: "",
                    lastName: long(81),
                    email: "nowhere",
                    timeZone: "Mars/Olympus"
                )
            )
        }
        #expect(fault.code == "identity.registration_invalid")
        #expect(fault.kind == .invalid)
        #expect(
            fault.blamed == [
                "/username": "identity.username_invalid",
                "/password": "identity.password_invalid",
                "/firstName": "identity.first_name_invalid",
                "/lastName": "identity.last_name_invalid",
                "/email": "identity.email_invalid",
                "/timeZone": "identity.time_zone_invalid",
            ]
        )
    }

    @Test func `a single problem speaks for itself`() async throws {
        let fault = try await refusal { try await Town().register("ab") }
        #expect(fault.code == "identity.username_invalid")
        #expect(fault.blamed == ["/username": "identity.username_invalid"])
    }

    @Test(arguments: [1, 80]) func `names may be that long`(length: Int) async throws {
        let made = try await Town().register("ana", first: long(length), last: long(length))
        #expect(made.user.firstName == long(length))
        #expect(made.user.lastName == long(length))
    }

    @Test func `a username and an address in use are both named`() async throws {
        let town = Town()
        _ = try await town.register("ana", email: "Änna@example.org")
        let fault = try await refusal {
            try await town.register("ANA", email: "äNNA@EXAMPLE.org")
        }
        #expect(fault.kind == .conflict)
        #expect(
            fault.blamed == [
                "/username": "identity.username_taken", "/email": "identity.email_taken",
            ]
        )
        let address = try await refusal {
            try await town.register("bob", email: "ÄNNA@example.org")
        }
        #expect(address.code == "identity.email_taken")
        #expect(try await town.register("bob", email: "anna@example.org").user.username == "bob")
    }

    @Test func `somebody's id is a conflict`() async throws {
        let town = Town()
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(
                Register(
                    user: ana,
                    username: "bob",
                    password: Town.password,
                    firstName: "Bo",
                    lastName: ""
                )
            )
        }
        #expect(fault == Refusal(IdentityError.idTaken, at: "/user").fault)
        #expect(try await town.ask(GetMe(), as: ana).username == "ana")
    }

    @Test func `of many who want one name at once, one gets it`() async throws {
        let town = Town()
        let codes = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await town.register("ana")
                        return nil
                    } catch {
                        return (error as? Fault)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.filter { $0 == "identity.username_taken" }.count == 7)
    }

    @Test func `an address makes only so many accounts a minute`() async throws {
        var limits = SignInLimits()
        limits.registrationsAnAddress = 2
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        try await register(town, "ana", from: "203.0.113.5")
        town.clock.advance(by: .seconds(20))
        try await register(town, "bob", from: "203.0.113.5")
        let fault = try await refusal { try await register(town, "cy.", from: "203.0.113.5") }
        #expect(
            fault == Refusal(IdentityError.registrationsExhausted, retryAfterSeconds: 40).fault
        )
        try await register(town, "dan", from: "203.0.113.6")
        for name in ["eve", "fay", "guy"] { try await register(town, name, from: "127.0.0.1") }
        town.clock.advance(by: .seconds(40))
        try await register(town, "cy.", from: "203.0.113.5")
    }

    private func register(_ town: Town, _ username: String, from address: String) async throws {
        _ = try await town.ask(
            Register(
                username: username,
                password: Town.password,
                firstName: "A",
                lastName: ""
            ),
            from: address
        )
    }
}

private func long(_ count: Int) -> String {
    String(repeating: "x", count: count)
}
