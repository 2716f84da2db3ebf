import Identifiers
import IdentityAPI
import Logging
import Postgres
import RPC
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
            createdAt: town.clock.now,
            updatedAt: town.clock.now
        )
        #expect(made.user == expected)
        #expect(made.expiresIn == 900)
        #expect(made.refreshToken.utf8.count == 43)
        #expect(try await town.ask(GetMe(), as: id) == expected)
    }

    @Test func `the version of the terms is kept`() async throws {
        let town = Town()
        func register(_ name: String, _ terms: String?) async throws -> Account {
            try await town.ask(
                Register(
                    username: name,
                    password: Town.password,
                    firstName: "Ana",
                    lastName: "",
                    termsVersion: terms
                )
            ).user
        }
        let longest = String(repeating: "7", count: 40)
        let ana = try await register("ana", longest)
        #expect(ana.termsVersion == longest)
        #expect(try await town.ask(GetMe(), as: ana.id) == ana)
        #expect(try await register("bob", nil).termsVersion == nil)
        for bad in ["", longest + "7", "a\nb"] {
            let fault = try await refusal { try await register("cyd", bad) }
            #expect(fault == Refusal(IdentityError.termsVersionInvalid, at: "/termsVersion").fault)
        }
    }

    @Test(
        arguments: [
            "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ]
    )
    func `nobody gets the id of those who may not be shown, or the last of all ids`(
        text: String
    ) async throws {
        let town = Town()
        let id = try #require(UserID(text))
        let fault = try await refusal { try await town.register("ana", as: id) }
        #expect(fault == Refusal(WireError.idReserved, at: "/user").fault)
        #expect(fault.kind == .invalid)
        #expect(try await town.identity.database.reservedAccounts().isEmpty)
    }

    /// An earlier release accepted these ids (2.14-ids).
    @Test func `an account with such an id is named in the log, and its card is told`()
        async throws
    {
        let log = CapturedLog()
        let town = Town(logger: log.logger)
        await town.identity.warnOfReservedAccounts()
        #expect(log.lines.isEmpty)
        let nobody = UserID(.lowest)
        let call = Register(
            user: nobody,
            username: "ana",
            password: Town.password,
            firstName: "Ana",
            lastName: "Lima"
        )
        // Without the switchboard, as that release.
        _ = try await town.identity.register(call, in: CallContext())
        let bob = try await town.person("bob")
        await town.identity.warnOfReservedAccounts()
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.first?.metadata["user"] == nobody.description)
        let cards = try await town.identity.database.cards(after: nil, limit: 9)
        #expect(cards.map(\.person.id) == [nobody, bob])
    }

    @Test func `the access token names the user and the session`() async throws {
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

    @Test func `the time zone defaults to UTC, and the address is optional`() async throws {
        let made = try await Town().register("ana")
        #expect(made.user.timeZone == "UTC")
        #expect(made.user.email == nil)
    }

    @Test func `services that keep copies are told`() async throws {
        let town = Town()
        let made = try await town.register("ana")
        let told = try await town.events(PersonChanged.self)
        #expect(told.map(\.to) == ["challenges", "scoring"])
        let person = Person(id: made.user.id, username: "ana", firstName: "Ana", lastName: "Lima")
        let card = PersonCard(
            person: person,
            version: 1,
            zones: [ZoneChange(since: town.clock.now, name: "UTC")],
            locale: "en",
            isListed: false,
            standing: .active,
            defaultVisibility: .private
        )
        #expect(told.allSatisfy { $0.event.card == card })
    }

    @Test func `all invalid fields are reported at once`() async throws {
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

    @Test func `a single invalid field is reported by its own code`() async throws {
        let fault = try await refusal { try await Town().register("ab") }
        #expect(fault.code == "identity.username_invalid")
        #expect(fault.blamed == ["/username": "identity.username_invalid"])
    }

    @Test(arguments: ["hidden", "Deleted"])
    func `what placeholders are called is nobody's username`(username: String) async throws {
        let fault = try await refusal { try await Town().register(username) }
        #expect(fault == Refusal(IdentityError.usernameInvalid, at: "/username").fault)
    }

    @Test(arguments: ["admin", "Root", "support", "anonymous", "null", "...", "_._"])
    func `what would pass for the operator, or for nobody, is nobody's username`(
        username: String
    ) async throws {
        let fault = try await refusal { try await Town().register(username) }
        #expect(fault == Refusal(IdentityError.usernameInvalid, at: "/username").fault)
        #expect(fault.kind == .invalid)
    }

    @Test func `a user with a username reserved later still signs in`() async throws {
        let before = Town(reserved: try #require(ReservedUsernames("boss")))
        let admin = try await before.register("admin")
        let now = Town(clock: before.clock)
        #expect(try await now.signIn("Admin").user == admin.user)
        let next = try await now.ask(RefreshSession(refreshToken: admin.refreshToken))
        #expect(next.user.username == "admin")
        #expect(try await now.register("boss").user.username == "boss")
        let fault = try await refusal { try await now.register("ADMIN") }
        #expect(fault == Refusal(IdentityError.usernameInvalid, at: "/username").fault)
    }

    @Test(arguments: [1, 80])
    func `names of an allowed length are accepted`(length: Int) async throws {
        let made = try await Town().register("ana", first: long(length), last: long(length))
        #expect(made.user.firstName == long(length))
        #expect(made.user.lastName == long(length))
    }

    @Test func `values in use are reported one at a time, the id first, the address last`()
        async throws
    {
        let town = Town()
        let ana = try await town.person("ana", email: "Änna@example.org")
        let all = try await refusal {
            try await town.register("ANA", email: "äNNA@EXAMPLE.org", as: ana)
        }
        #expect(all == Refusal(IdentityError.idTaken, at: "/user").fault)
        let both = try await refusal {
            try await town.register("ANA", email: "äNNA@EXAMPLE.org")
        }
        #expect(both == Refusal(IdentityError.usernameTaken, at: "/username").fault)
        let address = try await refusal {
            try await town.register("bob", email: "ÄNNA@example.org")
        }
        #expect(address == Refusal(IdentityError.emailTaken, at: "/email").fault)
        let slip = try await refusal { try await town.register("b", email: "ÄNNA@example.org") }
        #expect(slip == Refusal(IdentityError.usernameInvalid, at: "/username").fault)
        #expect(try await town.register("bob", email: "anna@example.org").user.username == "bob")
        #expect(try await town.ask(GetMe(), as: ana).username == "ana")
    }

    @Test func `values in use are refused without a permit for hashing`() async throws {
        var limits = SignInLimits()
        #expect(limits.passwordsWaiting == 64)
        limits.passwordsWaiting = 0
        let town = Town(limits: limits)
        let ana = try await town.person("ana", email: "ana@example.org")
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    try await town.identity.withPermit(CallContext()) { _ in await gate.pass() }
                }
            }
            try await eventually("a permit is free") { gate.arrivals == 2 }
            let codes = [
                try await refusal { try await town.register("bob", as: ana) }.code,
                try await refusal { try await town.register("ana") }.code,
                try await refusal { try await town.register("bob", email: "ana@example.org") }.code,
                try await refusal { try await town.register("bob") }.code,
            ]
            #expect(
                codes == [
                    "identity.id_taken", "identity.username_taken", "identity.email_taken",
                    "identity.busy",
                ]
            )
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `of many concurrent registrations of a name, one succeeds`() async throws {
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

    @Test func `the accounts of a network are limited per minute`() async throws {
        var limits = SignInLimits()
        #expect(limits.registrationsAnAddress == 60)
        limits.registrationsAnAddress = 2
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        _ = try await town.person("ana", from: Self.home)
        town.clock.advance(by: .seconds(20))
        _ = try await town.person("bob", from: Self.home)
        let fault = try await refusal { try await town.person("cy.", from: Self.home) }
        #expect(fault == Self.exhausted(40))
        _ = try await town.person("dan", from: "203.0.113.6")
        for name in ["eve", "fay", "guy"] { _ = try await town.person(name, from: "127.0.0.1") }
        town.clock.advance(by: .seconds(40))
        _ = try await town.person("cy.", from: Self.home)
    }

    @Test func `a network is told of values in use ten times a minute, then refused`()
        async throws
    {
        let town = Town()
        let ana = try await town.person("ana", email: "ana@example.org")
        for number in 1...10 {
            let fault = try await refusal {
                switch number % 3 {
                case 0: try await town.register("bob", as: ana, from: Self.home)
                case 1: try await town.register("ana", from: Self.home)
                default: try await town.register("bob", email: "ana@example.org", from: Self.home)
                }
            }
            #expect(fault.kind == .conflict)
        }
        for name in ["ana", "bob"] {
            let fault = try await refusal { try await town.register(name, from: Self.home) }
            #expect(fault == Self.exhausted(60))
        }
        _ = try await town.register("bob", from: "203.0.113.6")
        town.clock.advance(by: .minutes(1))
        _ = try await town.register("cyd", from: Self.home)
    }

    @Test func `a site is told of values in use ten times a minute, over all networks`()
        async throws
    {
        let town = Town()
        _ = try await town.person("ana")
        for number in 0..<10 {
            let fault = try await refusal {
                try await town.register("ana", from: "2001:db8:0:10\(number)::1")
            }
            #expect(fault.code == "identity.username_taken")
        }
        let fault = try await refusal { try await town.register("ana", from: "2001:db8:0:1ff::1") }
        #expect(fault == Self.exhausted(60))
        let other = try await refusal { try await town.register("ana", from: "2001:db8:0:200::1") }
        #expect(other.code == "identity.username_taken")
    }

    @Test func `concurrent requests reveal no more values in use than sequential ones`()
        async throws
    {
        let town = Town()
        _ = try await town.person("ana")
        let codes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try await refusal { try await town.register("ana", from: Self.home) }.code
                }
            }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(
            codes == ["identity.username_taken": 10, "identity.registrations_exhausted": 20]
        )
    }

    @Test func `of many concurrent registrations of a name, at most the limit are told`()
        async throws
    {
        var limits = SignInLimits()
        limits.takenAnAddress = 3
        let town = Town(limits: limits)
        let codes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let fault = try? await refusal {
                        try await town.register("ana", from: Self.home)
                    }
                    return fault?.code ?? "made"
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(
            codes == [
                "made": 1, "identity.username_taken": 3, "identity.registrations_exhausted": 4,
            ]
        )
    }

    @Test func `free values do not wait for refusals of values in use`() async throws {
        let town = Town()
        try await Database.fresh.transaction { tx in
            try await tx.lock([.taken(ClientNetwork(Self.home), SignInLimits())])
            _ = try await town.register("ana", from: Self.home)
        }
    }

    @Test
    func `while others are counted, values in use wait for a permit as free ones do`()
        async throws
    {
        var limits = SignInLimits()
        limits.passwordsWaiting = 0
        let town = Town(limits: limits)
        _ = try await town.person("ana")
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    try await town.identity.withPermit(CallContext()) { _ in await gate.pass() }
                }
            }
            try await eventually("a permit is free") { gate.arrivals == 2 }
            @Sendable func code(_ name: String) async throws -> String {
                try await refusal { try await town.register(name, from: Self.home) }.code
            }
            try await Database.fresh.transaction { tx in
                try await tx.lock([.taken(ClientNetwork(Self.home), SignInLimits())])
                #expect(try await code("ana") == "identity.busy")
                #expect(try await code("bob") == "identity.busy")
            }
            #expect(try await code("ana") == "identity.username_taken")
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `free values are refused in their permit if the limit was reached meanwhile`()
        async throws
    {
        var limits = SignInLimits()
        limits.takenAnAddress = 1
        let town = Town(limits: limits)
        _ = try await town.person("ana")
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    try await town.identity.withPermit(CallContext()) { _ in await gate.pass() }
                }
            }
            try await eventually("a permit is free") { gate.arrivals == 2 }
            group.addTask {
                let fault = try await refusal { try await town.register("bob", from: Self.home) }
                #expect(fault == Self.exhausted(60))
            }
            try await eventually("no caller waits") {
                town.identity.passwords.limiter.waitingCount == 1
            }
            let fault = try await refusal { try await town.register("ana", from: Self.home) }
            #expect(fault.code == "identity.username_taken")
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `invalid fields do not count`() async throws {
        var limits = SignInLimits()
        limits.registrationsAnAddress = 1
        limits.takenAnAddress = 1
        let town = Town(limits: limits)
        for _ in 1...5 {
            let fault = try await refusal { try await town.register("a b", from: Self.home) }
            #expect(fault.code == "identity.username_invalid")
        }
        _ = try await town.register("ana", from: Self.home)
    }

    @Test func `of many concurrent registrations of a name, the others count as refused`()
        async throws
    {
        var limits = SignInLimits()
        limits.registrationsAnAddress = 9
        let town = Town(limits: limits)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { _ = try? await town.register("ana", from: Self.home) }
            }
        }
        for number in 1...8 { _ = try await town.register("bob\(number)", from: Self.home) }
        let fault = try await refusal { try await town.register("cyd", from: Self.home) }
        #expect(fault == Self.exhausted(60))
    }

    @Test func `an account that cannot be made does not count`() async throws {
        let town = Town()
        try await Database.fresh.transaction { tx in
            try await tx.run("ALTER TABLE accounts ADD CONSTRAINT none CHECK (false) NOT VALID")
        }
        await #expect(throws: (any Error).self) { try await town.register("ana", from: Self.home) }
        #expect(try await count("SELECT count(*) FROM tries") == 0)
    }

    @Test func `an account that may have been made counts`() async throws {
        let town = Town()
        try await Database.fresh.cutBeginsOfSessions()
        let fault = try await refusal { try await town.register("ana", from: Self.home) }
        #expect(fault == WireError.expired.fault)
        #expect(try await count("SELECT count(*) FROM tries") == 1)
    }

    @Test func `an account that was made counts even if its token cannot be signed`() async throws {
        let town = Town()
        try await Database.fresh.transaction { tx in
            try await tx.run("ALTER TABLE signing_keys ADD CONSTRAINT none CHECK (false) NOT VALID")
        }
        await #expect(throws: (any Error).self) { try await town.register("ana", from: Self.home) }
        #expect(try await count("SELECT count(*) FROM accounts") == 1)
        #expect(try await count("SELECT count(*) FROM tries") == 1)
    }

    private func count(_ sql: SQL) async throws -> Int {
        try await Database.fresh.one(sql) { try $0.next() }
    }

    private static let home = "198.51.100.1"

    private static func exhausted(_ seconds: Int) -> Fault {
        Refusal(IdentityError.registrationsExhausted, retryAfterSeconds: seconds).fault
    }
}

private func long(_ count: Int) -> String {
    String(repeating: "x", count: count)
}
