import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Signing up and in with Facebook, Apple and Google (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct SignInWithProviderTests {
    @Test func `the first sign-in creates an account, and the next ones find it`() async throws {
        try await LoginScene.run { scene in
            for kind in LocalProvider.Kind.allCases {
                // An address is proved by one account.
                let subject = "\(kind)-1"
                let made = try await scene.enter(kind, subject)
                let user = made.user
                let name = kind == .google ? "Ana" : kind == .facebook ? "Bo" : "Cy"
                #expect(user.firstName == name)
                #expect(try await scene.town.isActive(scene.town.session(made)))
                #expect(try await scene.logins(of: user.id).map(\.rawValue) == [kind.rawValue])
                #expect(try await !scene.town.ask(ListLogins(), as: user.id).hasPassword)
                let again = try await scene.enter(kind, subject, at: scene.other)
                #expect(again.user.id == user.id)
                #expect(try await scene.enter(kind, "\(kind)-2").user.id != user.id)
            }
        }
    }

    @Test func `names are the provider's, a username is made, and the address is proved`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user
            #expect((ana.firstName, ana.lastName) == ("Ana", "Nováková"))
            #expect(ana.username == "ana.novakova")
            #expect(ana.email == "ana@example.com")
            #expect(ana.emailVerifiedAt == scene.town.clock.now)
            let other = try await scene.enter(.google, "ana2").user
            #expect(other.username != ana.username)
            #expect(other.username.hasPrefix("ana.novakova"))
            let chosen = try await scene.enter(.google, "ana3", username: "Chosen").user
            #expect(chosen.username == "chosen")
            let cards = try await scene.town.events(PersonChanged.self)
            #expect(cards.count { $0.event.card.person.id == ana.id } == 2)
        }
    }

    @Test func `a made username takes as many questions where the first ones are in use`()
        async throws
    {
        try await WaitCounter.with { counter in
            try await LoginScene.run(database: counter.database) { scene in
                // Makes the key that signs access tokens, and fetches the provider's.
                _ = try await scene.enter(.google, "ana1", username: "first")
                let free = try await counter.count {
                    let user = try await scene.enter(.google, "ana2").user
                    #expect(user.username == "ana.novakova")
                }
                let taken = try await counter.count {
                    let user = try await scene.enter(.google, "ana3").user
                    #expect(user.username != "ana.novakova")
                }
                #expect(taken == free)
            }
        }
    }

    @Test func `the first free username is neither in use nor reserved for another account`()
        async throws
    {
        let town = Town()
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        _ = try await town.ask(ChangeProfile(username: "anna"), as: ana)
        let all = try ["bob", "ana", "anna", "cyd", "dee"].map { try Username($0) }
        func first(_ count: Int, for user: UserID) async throws -> String? {
            let log = StatementLog(.fresh)
            let free = try await log.firstFree(
                of: Array(all.prefix(count)),
                for: user,
                at: town.clock.now
            )
            #expect(log.statements.count == 1)
            return free?.text
        }
        #expect(try await first(5, for: bo) == "cyd")
        #expect(try await first(3, for: bo) == nil)
        #expect(try await first(0, for: bo) == nil)
        #expect(try await first(5, for: ana) == "ana")
    }

    @Test func `without a name anywhere it is asked for, and the token can be sent again`()
        async throws
    {
        try await LoginScene.run { scene in
            let token = try scene.apple.signed("ana")
            let fault = try await refusal {
                try await scene.town.ask(
                    SignInWithProvider(provider: "apple", identityToken: token)
                )
            }
            #expect(fault.blamed == ["/firstName": "identity.first_name_invalid"])
            #expect(try await scene.enter(.apple, "ana", token: token).user.firstName == "Cy")
        }
    }

    @Test func `an identity token counts once, on all replicas`() async throws {
        try await LoginScene.run { scene in
            let token = try scene.google.signed("ana")
            let codes = try await withThrowingTaskGroup { group in
                for number in 0..<6 {
                    group.addTask {
                        do {
                            let town = number % 2 == 0 ? scene.town : scene.other
                            _ = try await scene.enter(.google, "ana", token: token, at: town)
                            return "ok"
                        } catch let fault as Fault {
                            return fault.code
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.count { $0 == "ok" } == 1)
            #expect(codes.count { $0 == "identity.token_refused" } == 5)
            let bo = try await scene.town.person("bob")
            let fault = try await refusal {
                try await scene.link(.google, "ana", token: token, to: bo)
            }
            #expect(fault == IdentityError.tokenRefused.fault)
            #expect(fault.kind == .unauthenticated)
            #expect(try await scene.logins(of: bo).isEmpty)
        }
    }

    @Test func `forged tokens are refused alike`() async throws {
        try await LoginScene.run { scene in
            var expired = scene.google.token("ana")
            expired.claims["exp"] = "1"
            let tokens = [
                "", "x", String(repeating: "x", count: 60_000),
                try scene.apple.signed("ana"), try expired.signed(with: scene.google.key),
            ]
            for token in tokens {
                let fault = try await refusal {
                    try await scene.enter(.google, "ana", token: token)
                }
                #expect(fault == IdentityError.tokenRefused.fault)
            }
        }
    }

    @Test func `a provider that is unknown or off does not exist`() async throws {
        let town = Town()
        let ana = try await town.person("ana")
        for provider in ["google", "myspace", ""] {
            let signIn = SignInWithProvider(provider: provider, identityToken: "x")
            let first = try await refusal { try await town.ask(signIn) }
            let link = LinkLogin(provider: provider, identityToken: "x")
            let second = try await refusal { try await town.ask(link, as: ana) }
            let unlink = UnlinkLogin(provider: provider)
            let third = try await refusal { try await town.ask(unlink, as: ana) }
            #expect(
                [first, second, third].allSatisfy { $0 == IdentityError.providerUnknown.fault }
            )
        }
        #expect(try await town.ask(ListProviders(), peer: .operator).items.isEmpty)
    }

    @Test func `one token is needed, of a kind that the provider issues`() async throws {
        try await LoginScene.run { scene in
            let calls = [
                SignInWithProvider(provider: "google"),
                SignInWithProvider(provider: "google", accessToken: "x"),
                SignInWithProvider(provider: "facebook", accessToken: "x", identityToken: "x"),
            ]
            for call in calls {
                let fault = try await refusal { try await scene.town.ask(call) }
                #expect(fault == Refusal(IdentityError.tokenMissing, at: "/identityToken").fault)
            }
        }
    }

    @Test func `a provider that is down stops nobody who signs in otherwise`() async throws {
        try await LoginScene.run { scene in
            _ = try await scene.town.person("bob")
            scene.google.does(.failure)
            let token = try scene.google.signed("ana")
            let fault = try await refusal { try await scene.enter(.google, "ana", token: token) }
            #expect(fault == IdentityError.providerUnavailable.fault)
            #expect(fault.kind == .unavailable)
            _ = try await scene.town.signIn("bob")
            _ = try await scene.enter(.apple, "ana")
            let shown = try await scene.town.ask(ListProviders(), peer: .operator).items
            #expect(shown.map(\.provider) == [.apple, .facebook, .google])
            #expect(shown[0].keys > 0)
            #expect(shown[0].failure == nil)
            #expect(shown[2].failedAt == scene.town.clock.now)
        }
    }

    @Test func `replicas fetch a provider's keys once`() async throws {
        try await LoginScene.run { scene in
            _ = try await scene.enter(.google, "ana")
            _ = try await scene.enter(.google, "ana", at: scene.other)
            #expect(scene.google.fetches == 1)
            scene.google.rotate()
            scene.town.clock.advance(by: .minutes(2))
            _ = try await scene.enter(.google, "ana", at: scene.other)
            _ = try await scene.enter(.google, "ana")
            #expect(scene.google.fetches == 2)
        }
    }

    @Test
    func `wrong tokens count before they cost anything, and right ones do not count as wrong`()
        async throws
    {
        var limits = SignInLimits()
        limits.failuresAnAddress = 2
        try await LoginScene.run(limits: limits) { scene in
            let here = "198.51.100.1"
            for _ in 0..<4 { _ = try await scene.enter(.google, "ana", from: here) }
            scene.facebook.does(nil)
            for _ in 0..<2 {
                let call = SignInWithProvider(provider: "facebook", accessToken: "wrong")
                let fault = try await refusal { try await scene.town.ask(call, from: here) }
                #expect(fault == IdentityError.tokenRefused.fault)
            }
            let asked = scene.facebook.requests.count
            let call = SignInWithProvider(provider: "facebook", accessToken: "wrong")
            let fault = try await refusal { try await scene.other.ask(call, from: here) }
            #expect(fault.code == "identity.sign_ins_exhausted")
            #expect(fault.retryAfterSeconds == 600)
            #expect(scene.facebook.requests.count == asked)
            _ = try await scene.enter(.google, "ana", from: "198.51.100.2")
            scene.town.clock.advance(by: .minutes(10))
            _ = try await scene.enter(.google, "ana", from: here)
        }
    }

    @Test func `a taken username is refused, and counted, and the token can be sent again`()
        async throws
    {
        var limits = SignInLimits()
        limits.takenAnAddress = 1
        try await LoginScene.run(limits: limits) { scene in
            _ = try await scene.town.person("bob")
            let here = "198.51.100.1"
            let token = try scene.google.signed("ana")
            func enter(_ name: String) async throws -> SignedIn {
                try await scene.enter(.google, "ana", token: token, username: name, from: here)
            }
            let taken = try await refusal { try await enter("bob") }
            #expect(taken == Refusal(IdentityError.usernameTaken, at: "/username").fault)
            let exhausted = try await refusal { try await enter("bob") }
            #expect(exhausted.code == "identity.registrations_exhausted")
            scene.town.clock.advance(by: .minutes(1))
            #expect(try await enter("bobby").user.username == "bobby")
        }
    }

    @Test func `used tokens are forgotten after they have expired`() async throws {
        try await LoginScene.run { scene in
            _ = try await scene.enter(.google, "ana")
            func count() async throws -> Int {
                try await Database.fresh.one("SELECT count(*) FROM spent_tokens") { try $0.next() }
            }
            #expect(try await count() == 1)
            scene.town.clock.advance(by: .hours(1))
            try await scene.town.identity.sweep()
            #expect(try await count() == 1)
            scene.town.clock.advance(by: .hours(1))
            try await scene.town.identity.sweep()
            #expect(try await count() == 0)
        }
    }
}

/// What an address of a provider is worth (2.8-addresses).
@Suite(.freshDatabase(Identity.migrations)) struct ProviderAddressTests {
    @Test func `a verified address is taken from an account that has not proved it`() async throws {
        try await LoginScene.run { scene in
            let bo = try await scene.town.person("bob", email: "ana@example.com")
            let ana = try await scene.enter(.google, "ana").user
            #expect(ana.id != bo)
            #expect(ana.email == "ana@example.com")
            #expect(try await scene.town.ask(GetMe(), as: bo).email == nil)
        }
    }

    @Test func `the verified address of an account is never merged`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user
            let token = try scene.apple.signed("ana")
            let fault = try await refusal { try await scene.enter(.apple, "ana", token: token) }
            #expect(fault == IdentityError.emailTaken.fault)
            #expect(fault.kind == .conflict)
            // Sign in, then link: the token was not used.
            try await scene.link(.apple, "ana", token: token, to: ana.id)
            #expect(try await scene.enter(.apple, "ana").user.id == ana.id)
            var user = scene.user("ana")
            user.email = "ana@example.com"
            let facebook = try await refusal { try await scene.enter(user) }
            #expect(facebook == IdentityError.emailTaken.fault)
        }
    }

    @Test func `an address that is not verified takes nothing and proves nothing`() async throws {
        try await LoginScene.run { scene in
            let bo = try await scene.town.person("bob", email: "bo@example.com")
            var user = scene.user("ana")
            user.email = "bo@example.com"
            let ana = try await scene.enter(user).user
            #expect(ana.id != bo)
            #expect(ana.email == nil)
            #expect(try await scene.town.ask(GetMe(), as: bo).email == "bo@example.com")
            var other = scene.user("cyd")
            other.email = "cyd@example.com"
            let cyd = try await scene.enter(other).user
            #expect(cyd.email == "cyd@example.com")
            #expect(cyd.emailVerifiedAt == nil)
        }
    }

    @Test func `a linked login proves the account's own address, and no other`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.town.person("ana", email: "Ana@example.com")
            let bo = try await scene.town.person("bob", email: "bo@example.com")
            try await scene.link(.google, "ana", to: ana)
            try await scene.link(.google, "cyd", to: bo)
            #expect(try await scene.town.ask(GetMe(), as: ana).emailVerifiedAt != nil)
            let other = try await scene.town.ask(GetMe(), as: bo)
            #expect(other.email == "bo@example.com")
            #expect(other.emailVerifiedAt == nil)
        }
    }

    @Test(arguments: [false, true])
    func `a reset unlinks the logins of an account that had not proved its address`(
        isProved: Bool
    ) async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.town.person("ana", email: "ana@example.com")
            try await scene.link(.google, isProved ? "ana" : "mallory", to: ana)
            _ = try await scene.town.ask(RequestReset(login: "ana"))
            let ticket = try await scene.town.lastTicket()
            _ = try await scene.town.ask(ResetPassword(ticket: ticket, password: "battery staple"))
            #expect(try await scene.logins(of: ana) == (isProved ? [.google] : []))
        }
    }
}
