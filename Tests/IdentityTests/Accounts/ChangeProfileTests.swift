import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// What users tell of themselves (FR-27, CA-23, 2.8-former-usernames, 2.8-addresses).
@Suite(.freshDatabase(Identity.migrations)) struct ChangeProfileTests {
    let town = Town()

    @Test func `names and bio change, and are shown`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        town.clock.advance(by: .hours(1))
        let change = ChangeProfile(
            firstName: " Anna ",
            lastName: "",
            displayName: "Ana L.",
            bio: "I swim.\nAnd run."
        )
        let account = try await town.ask(change, as: ana)
        #expect(account.firstName == "Anna")
        #expect(account.lastName == "")
        #expect(account.displayName == "Ana L.")
        #expect(account.bio == "I swim.\nAnd run.")
        #expect(account.updatedAt == town.clock.now)
        #expect(try await town.ask(GetMe(), as: ana) == account)
        let seen = try await town.ask(GetPerson(user: ana), as: bo)
        #expect([seen.firstName, seen.displayName, seen.bio] == ["Anna", "Ana L.", account.bio])
        let cards = try await town.events(PersonChanged.self).map(\.event.card)
            .filter { $0.person.id == ana }
        #expect(cards.map(\.version) == [1, 1, 2, 2])
        #expect(cards.last?.person.firstName == "Anna")
        let page = try await town.ask(SearchPeople(q: "anna"), as: bo)
        #expect(page.items.map(\.id) == [ana])
    }

    @Test func `an empty text removes, and an absent one keeps`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(displayName: "Ana L.", bio: "I swim."), as: ana)
        let kept = try await town.ask(ChangeProfile(firstName: "Anna"), as: ana)
        #expect([kept.displayName, kept.bio] == ["Ana L.", "I swim."])
        let bare = try await town.ask(ChangeProfile(displayName: "", bio: ""), as: ana)
        #expect([bare.displayName, bare.bio] == [nil, nil])
    }

    @Test func `what is said already changes nothing`() async throws {
        let ana = try await town.person("ana")
        let before = try await town.ask(GetMe(), as: ana)
        town.clock.advance(by: .hours(1))
        let same = ChangeProfile(firstName: "Ana", bio: "", username: "ANA")
        #expect(try await town.ask(same, as: ana) == before)
        #expect(try await town.events(PersonChanged.self).count == 2)
    }

    @Test func `each invalid field is named`() async throws {
        let ana = try await town.person("ana")
        let long = String(repeating: "x", count: 81)
        let call = ChangeProfile(
            firstName: " ",
            lastName: long,
            displayName: long,
            bio: String(repeating: "x", count: 301),
            username: "an",
            email: "nobody"
        )
        let fault = try await refusal { try await town.ask(call, as: ana) }
        #expect(fault.code == "identity.profile_invalid")
        #expect(
            fault.blamed == [
                "/firstName": "identity.first_name_invalid",
                "/lastName": "identity.last_name_invalid",
                "/displayName": "identity.display_name_invalid",
                "/bio": "identity.bio_invalid",
                "/username": "identity.username_invalid",
                "/email": "identity.email_invalid",
            ]
        )
    }

    @Test func `a bio has up to 300 characters, and no NUL`() async throws {
        let ana = try await town.person("ana")
        let bio = String(repeating: "ä", count: 300)
        #expect(try await town.ask(ChangeProfile(bio: bio), as: ana).bio == bio)
        for bad in [bio + "ä", "a\0b"] {
            let fault = try await refusal { try await town.ask(ChangeProfile(bio: bad), as: ana) }
            #expect(fault == Refusal(IdentityError.bioInvalid, at: "/bio").fault)
        }
    }

    @Test func `a username changes once in 30 days`() async throws {
        let ana = try await town.person("ana")
        #expect(try await town.ask(ChangeProfile(username: "Anna"), as: ana).username == "anna")
        #expect(try await town.signIn("anna").user.id == ana)
        town.clock.advance(by: .days(30) - .seconds(1))
        let fault = try await refusal {
            try await town.ask(ChangeProfile(bio: "Hi", username: "annie"), as: ana)
        }
        #expect(fault == Refusal(IdentityError.usernameChangeTooSoon, at: "/username").fault)
        #expect(fault.kind == .conflict)
        #expect(try await town.ask(GetMe(), as: ana).bio == nil)
        town.clock.advance(by: .seconds(1))
        #expect(try await town.ask(ChangeProfile(username: "annie"), as: ana).username == "annie")
    }

    @Test func `a former username is nobody's for 30 days, but its owner's`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        _ = try await town.ask(ChangeProfile(username: "anna"), as: ana)
        let taken = Refusal(IdentityError.usernameTaken, at: "/username").fault
        town.clock.advance(by: .days(30) - .seconds(1))
        #expect(try await refusal { try await town.person("ana") } == taken)
        let change = ChangeProfile(username: "ana")
        #expect(try await refusal { try await town.ask(change, as: bo) } == taken)
        #expect(try await town.ask(GetMe(), as: bo).username == "bob")
        town.clock.advance(by: .seconds(1))
        #expect(try await town.ask(change, as: bo).username == "ana")
        #expect(try await town.ask(GetMe(), as: bo).username == "ana")
    }

    @Test func `the owner of a former username takes it back`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(username: "anna"), as: ana)
        // An operator's shorter pause than the reservation.
        var rules = AccountRules()
        rules.usernamePause = .seconds(1)
        let short = Town(rules: rules, clock: town.clock)
        town.clock.advance(by: .seconds(1))
        #expect(try await short.ask(ChangeProfile(username: "ana"), as: ana).username == "ana")
    }

    @Test func `a username that is in use or reserved is refused`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.person("bob")
        let taken = try await refusal {
            try await town.ask(ChangeProfile(username: "BOB"), as: ana)
        }
        #expect(taken == Refusal(IdentityError.usernameTaken, at: "/username").fault)
        let reserved = try await refusal {
            try await town.ask(ChangeProfile(username: "admin"), as: ana)
        }
        #expect(reserved == Refusal(IdentityError.usernameInvalid, at: "/username").fault)
    }

    @Test func `of many who want a former username at once, nobody gets it`() async throws {
        let ana = try await town.person("ana")
        try await withThrowingTaskGroup { group in
            group.addTask { [town] in
                _ = try await town.ask(ChangeProfile(username: "anna"), as: ana)
            }
            for _ in 0..<8 {
                group.addTask { [town] in
                    let fault = try await refusal { try await town.person("ana") }
                    #expect(fault.code == "identity.username_taken")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await town.ask(GetMe(), as: ana).username == "anna")
    }

    @Test func `a new address waits, and the present one signs in`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let change = ChangeProfile(email: "Anna@example.org")
        let account = try await town.ask(change, as: ana)
        #expect(account.email == "ana@example.org")
        #expect(account.emailWanted == "Anna@example.org")
        #expect(try await town.signIn("ana@example.org").user.id == ana)
        let fault = try await town.fail("anna@example.org")
        #expect(fault == IdentityError.signInFailed.fault)
        // The wanted address holds nothing.
        #expect(try await town.person("bob", email: "anna@example.org") != ana)
        let back = try await town.ask(ChangeProfile(email: "ANA@example.org"), as: ana)
        #expect(back.emailWanted == nil)
        #expect(back.email == "ana@example.org")
    }

    @Test func `the address of another account is no different from a free one`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.person("bob", email: "bob@example.org")
        let account = try await town.ask(ChangeProfile(email: "bob@example.org"), as: ana)
        #expect(account.emailWanted == "bob@example.org")
    }

    @Test func `who is signed out by a reset names no address any more`() async throws {
        let began = try await town.register("bob", email: "ana@example.org")
        let (user, session) = (began.user.id, try await town.session(began))
        let change = ChangeProfile(bio: "Hi", email: "bob@example.org")
        _ = try await town.ask(RequestReset(login: "ana@example.org"))
        let reset = ResetPassword(ticket: try await town.lastTicket(), password: "another one")
        let new = try await town.session(town.ask(reset))
        // As from a gateway that has not heard of the reset.
        let fault = try await refusal {
            try await town.ask(change, as: user, session: session)
        }
        #expect(fault == WireError.signInNeeded.fault)
        let account = try await town.ask(GetMe(), as: user)
        #expect([account.emailWanted, account.bio] == [nil, nil])
        _ = try await town.ask(change, as: user, session: new)
        #expect(try await town.ask(GetMe(), as: user).emailWanted == "bob@example.org")
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal {
            try await town.ask(ChangeProfile(bio: "Hi"), as: UserID())
        }
        #expect(fault == WireError.signInNeeded.fault)
    }

    @Test func `a lost reply is repeated`() async throws {
        let ana = try await town.person("ana")
        let call = ChangeProfile(username: "anna")
        let first = try await town.ask(call, as: ana, key: "k")
        #expect(try await town.ask(call, as: ana, key: "k") == first)
    }

    @Test func `a reservation that is over is swept`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(username: "anna"), as: ana)
        town.clock.advance(by: .days(30))
        try await town.identity.sweep()
        let count = try await Database.fresh.one("SELECT count(*) FROM former_usernames") {
            try $0.next(Int64.self)
        }
        #expect(count == 0)
    }
}
