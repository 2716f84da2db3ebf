import IdentityAPI
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Limits on failed and successful sign-ins (2.8-limits).
@Suite(.freshDatabase(Identity.migrations)) struct SignInLimitsTests {
    private static let home = "198.51.100.1"
    private static let failed = IdentityError.signInFailed.fault

    private static func exhausted(_ seconds: Int) -> Fault {
        Refusal(IdentityError.signInsExhausted, retryAfterSeconds: seconds).fault
    }

    @Test func `ten failures from one network close a login to that network`() async throws {
        let town = Town()
        _ = try await town.person("ana", email: "ana@example.org")
        for login in ["ana", " ANA", "ana", "Ana\n", "ana"] {
            #expect(try await town.fail(login, from: Self.home) == Self.failed)
        }
        town.clock.advance(by: .minutes(4))
        for _ in 6...10 { #expect(try await town.fail("ana", from: Self.home) == Self.failed) }
        let fault = try await refusal { try await town.signIn("ana", from: Self.home) }
        #expect(fault == Self.exhausted(360))
        // Neither another network nor another name of the account is closed.
        _ = try await town.signIn("ana", from: "203.0.113.1")
        _ = try await town.signIn("ana@example.org", from: Self.home)
        town.clock.advance(by: .minutes(6))
        #expect(try await town.signIn("ana", from: Self.home).user.username == "ana")
    }

    @Test(arguments: [nil, "ana", "ana@example.org"])
    func `a login is closed in the same way whether or not an account has it`(
        name: String?
    ) async throws {
        let town = Town()
        if let name {
            _ = try await town.person("ana", email: name.contains("@") ? name : nil)
        }
        let login = name ?? "ana@example.org"
        for _ in 1...10 { #expect(try await town.fail(login, from: Self.home) == Self.failed) }
        let shouted = login.uppercased()
        #expect(try await town.fail(" \(shouted) ", from: Self.home) == Self.exhausted(600))
        #expect(try await town.fail("other", from: Self.home) == Self.failed)
    }

    @Test func `an over-long login is counted by its bytes`() async throws {
        let town = Town()
        let long = String(repeating: "a", count: 255)
        for _ in 1...10 { #expect(try await town.fail(long, from: Self.home) == Self.failed) }
        #expect(try await town.fail(long, from: Self.home) == Self.exhausted(600))
        #expect(try await town.fail(long.uppercased(), from: Self.home) == Self.failed)
    }

    @Test func `a right password never counts as a failure`() async throws {
        let town = Town()
        _ = try await town.person("ana")
        for _ in 1...9 { #expect(try await town.fail("ana", from: Self.home) == Self.failed) }
        for _ in 1...12 { _ = try await town.signIn("ana", from: Self.home) }
        #expect(try await town.fail("ana", from: Self.home) == Self.failed)
        #expect(try await town.fail("ana", from: Self.home) == Self.exhausted(600))
    }

    @Test func `twenty concurrent right passwords on two replicas succeed despite nine failures`()
        async throws
    {
        let towns = replicas()
        _ = try await towns[0].person("ana")
        for _ in 1...9 { #expect(try await towns[0].fail("ana", from: Self.home) == Self.failed) }
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { _ = try await towns[number % 2].signIn("ana", from: Self.home) }
            }
            try await group.waitForAll()
        }
        #expect(try await towns[0].fail("ana", from: Self.home) == Self.failed)
        #expect(try await towns[1].fail("ana", from: Self.home) == Self.exhausted(600))
    }

    @Test func `concurrent guesses on two replicas get no further than sequential ones`()
        async throws
    {
        let towns = replicas()
        _ = try await towns[0].person("ana")
        let codes = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<30 {
                group.addTask { try await towns[number % 2].fail("ana", from: Self.home).code }
            }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(codes == ["identity.sign_in_failed": 10, "identity.sign_ins_exhausted": 20])
    }

    @Test func `the failures of a network are limited over all logins`() async throws {
        var limits = SignInLimits()
        #expect(limits.failuresAnAddress == 100)
        limits.failuresAnAddress = 3
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        for login in ["b", "c", "d"] {
            #expect(try await town.fail(login, from: "2001:db8::1") == Self.failed)
        }
        #expect(try await town.fail("e", from: "2001:db8::2") == Self.exhausted(600))
        #expect(try await town.fail("e", from: "2001:db8:0:1::1") == Self.failed)
        for login in ["f", "g", "h", "i"] {
            #expect(try await town.fail(login, from: "127.0.0.1") == Self.failed)
        }
    }

    @Test func `an exempt network has the same limit for one login as any other`() async throws {
        var limits = SignInLimits()
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        for _ in 1...10 { #expect(try await town.fail("ana", from: "127.0.0.1") == Self.failed) }
        #expect(try await town.fail("ana", from: "127.0.0.1") == Self.exhausted(600))
    }

    // Strangers: networks that never signed in to an account.

    @Test(arguments: [true, false])
    func `from the twentieth failure on, strangers share one attempt every 8 s`(
        isAccount: Bool
    ) async throws {
        let town = Town()
        if isAccount { _ = try await town.person("ana", from: Self.home) }
        try await fail(19, in: town)
        #expect(try await town.fail("ana", from: "203.0.113.50") == Self.failed)
        #expect(try await town.fail("ana", from: "203.0.113.51") == Self.exhausted(8))
        town.clock.advance(by: .seconds(5))
        #expect(try await town.fail("ana", from: "203.0.113.52") == Self.exhausted(3))
        #expect(try await town.fail("bob", from: "203.0.113.52") == Self.failed)
        town.clock.advance(by: .seconds(3))
        #expect(try await town.fail("ana", from: "203.0.113.53") == Self.failed)
        #expect(try await town.fail("ana", from: "203.0.113.54") == Self.exhausted(8))
        town.clock.advance(by: .minutes(10) - .seconds(8))
        #expect(try await town.fail("ana", from: "203.0.113.55") == Self.failed)
        #expect(try await town.fail("ana", from: "203.0.113.56") == Self.failed)
    }

    @Test func `strangers' failures do not affect a network that signed in before`() async throws {
        let town = Town()
        _ = try await town.person("ana", from: Self.home)
        try await fail(20, in: town)
        #expect(try await town.fail("ana", from: "203.0.113.50") == Self.exhausted(8))
        for _ in 1...3 { _ = try await town.signIn("ana", from: Self.home) }
        for _ in 1...9 { #expect(try await town.fail("ana", from: Self.home) == Self.failed) }
        _ = try await town.signIn("ana", from: Self.home)
        // The owner's failures are not attempts of strangers.
        town.clock.advance(by: .seconds(8))
        #expect(try await town.fail("ana", from: "203.0.113.50") == Self.failed)
    }

    @Test func `a network with the right password is no longer a stranger`() async throws {
        let town = Town()
        _ = try await town.person("ana", from: Self.home)
        try await fail(20, in: town)
        let abroad = "203.0.113.60"
        let fault = try await refusal { try await town.signIn("ana", from: abroad) }
        #expect(fault == Self.exhausted(8))
        town.clock.advance(by: .seconds(8))
        for _ in 1...2 { _ = try await town.signIn("ana", from: abroad) }
        // Right passwords are not attempts of strangers.
        #expect(try await town.fail("ana", from: "203.0.113.61") == Self.failed)
    }

    // Successful sign-ins.

    @Test func `sign-ins to an account are limited over all networks and names`() async throws {
        var limits = SignInLimits()
        #expect(limits.sessionsAnAccount == 60)
        limits.sessionsAnAccount = 3
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        _ = try await town.person("ana", email: "ana@example.org", from: Self.home)
        _ = try await town.person("bob")
        _ = try await town.signIn("ana", from: Self.home)
        town.clock.advance(by: .minutes(4))
        _ = try await town.signIn("ana@example.org", from: Self.home)
        _ = try await town.signIn("ana", from: "203.0.113.1")
        for login in ["ana", "ana@example.org"] {
            let fault = try await refusal { try await town.signIn(login, from: Self.home) }
            #expect(fault == Self.exhausted(360))
        }
        _ = try await town.signIn("bob", from: Self.home)
        for _ in 1...4 { _ = try await town.signIn("ana", from: "127.0.0.1") }
        town.clock.advance(by: .minutes(6))
        _ = try await town.signIn("ana", from: Self.home)
    }

    @Test func `the limit of sign-ins to an account is reported only after a right password`()
        async throws
    {
        var limits = SignInLimits()
        limits.sessionsAnAccount = 1
        let town = Town(limits: limits)
        _ = try await town.person("ana", from: Self.home)
        _ = try await town.signIn("ana", from: Self.home)
        let sessions = try await count("SELECT count(*) FROM sessions")
        for login in ["ana", "nobody"] {
            #expect(try await town.fail(login, from: "203.0.113.1") == Self.failed)
        }
        for _ in 1...20 {
            let fault = try await refusal { try await town.signIn("ana", from: Self.home) }
            #expect(fault == Self.exhausted(600))
        }
        #expect(try await count("SELECT count(*) FROM sessions") == sessions)
        // None of these was a failure.
        #expect(try await town.fail("ana", from: Self.home) == Self.failed)
    }

    @Test func `a right password counts for its network even if the account is at its limit`()
        async throws
    {
        var limits = SignInLimits()
        limits.sessionsAnAccount = 1
        limits.sessionsAnAddress = 3
        let town = Town(limits: limits)
        for name in ["ana", "bob"] { _ = try await town.person(name) }
        _ = try await town.signIn("ana", from: Self.home)
        town.clock.advance(by: .minutes(4))
        for _ in 1...2 {
            let fault = try await refusal { try await town.signIn("ana", from: Self.home) }
            #expect(fault == Self.exhausted(360))
        }
        let fault = try await refusal { try await town.signIn("bob", from: Self.home) }
        #expect(fault == Self.exhausted(360))
        _ = try await town.signIn("bob", from: "203.0.113.1")
    }

    @Test func `the sign-ins of a network are limited over all accounts`() async throws {
        var limits = SignInLimits()
        #expect(limits.sessionsAnAddress == 600)
        limits.sessionsAnAddress = 2
        let town = Town(limits: limits)
        for name in ["ana", "bob", "cyd"] { _ = try await town.person(name) }
        for name in ["ana", "bob"] { _ = try await town.signIn(name, from: Self.home) }
        let fault = try await refusal { try await town.signIn("cyd", from: Self.home) }
        #expect(fault == Self.exhausted(600))
        _ = try await town.signIn("cyd", from: "203.0.113.1")
    }

    @Test func `of many concurrent right passwords, the limit succeed`() async throws {
        var limits = SignInLimits()
        limits.sessionsAnAccount = 5
        let towns = replicas(limits)
        _ = try await towns[0].person("ana")
        let count = await withTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let session = try? await towns[number % 2].signIn("ana", from: Self.home)
                    return session == nil ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 5)
    }

    // Attempts that end abnormally.

    @Test func `an attempt whose process died counts as failed after a minute`() async throws {
        var limits = SignInLimits()
        limits.failuresAnAccount = 1
        let town = Town(limits: limits)
        let network = ClientNetwork(Self.home)
        let tries = SignInAttempts(login: "ana", account: nil, from: Self.home, limits)
        let begun = try await town.identity.begin(tries, network)
        #expect(begun?.failures.count == 4)
        #expect(try await town.identity.begin(tries, network) == nil)
        town.clock.advance(by: .minutes(1))
        #expect(try await town.fail("ana", from: Self.home) == Self.exhausted(540))
    }

    @Test func `a cancelled caller with the right password has not failed`() async throws {
        let town = Town(cost: .production)
        _ = try await town.person("ana")
        let left = Gate()
        let leaving = Task {
            _ = try? await town.signIn("ana", from: Self.home)
            left.open()
        }
        try await eventually("no attempt is under way") {
            if left.isOpen { return true }
            return try await count("SELECT count(*) FROM tries WHERE open_until IS NOT NULL") > 0
        }
        leaving.cancel()
        await leaving.value
        try await eventually("the attempt is still under way", within: .seconds(60)) {
            try await count("SELECT count(*) FROM tries WHERE open_until IS NOT NULL") == 0
        }
        // The remaining rows count the sign-in, for the account and for the network.
        #expect(try await count("SELECT count(*) FROM tries") == 2)
    }

    @Test func `a right password whose session cannot begin is not counted`() async throws {
        let town = Town()
        _ = try await town.person("ana")
        let before = try await count("SELECT count(*) FROM tries")
        try await Database.fresh.transaction { tx in
            try await tx.run("ALTER TABLE sessions ADD CONSTRAINT none CHECK (false) NOT VALID")
        }
        await #expect(throws: (any Error).self) { try await town.signIn("ana", from: Self.home) }
        #expect(try await count("SELECT count(*) FROM tries") == before)
    }

    @Test func `a session that may have begun counts, and its password is not a failure`()
        async throws
    {
        var limits = SignInLimits()
        limits.sessionsAnAddress = 1
        let town = Town(limits: limits)
        _ = try await town.person("ana")
        try await Database.fresh.cutBeginsOfSessions()
        let error = await #expect(throws: Fault.self) {
            try await town.signIn("ana", from: Self.home)
        }
        #expect(error == WireError.expired.fault)
        #expect(try await count("SELECT count(*) FROM tries") == 1)
        town.clock.advance(by: .minutes(1))
        let fault = try await refusal { try await town.signIn("ana", from: Self.home) }
        #expect(fault == Self.exhausted(540))
    }

    @Test func `a session that began counts even if its token cannot be signed`() async throws {
        let town = Town()
        _ = try await town.person("ana")
        let before = try await count("SELECT count(*) FROM tries")
        try await Database.fresh.transaction { tx in
            try await tx.run("ALTER TABLE signing_keys ADD CONSTRAINT none CHECK (false) NOT VALID")
        }
        // It can decrypt none of the stored keys.
        let other = Town(secrets: [Town.key(9)], clock: town.clock)
        await #expect(throws: (any Error).self) { try await other.signIn("ana", from: Self.home) }
        #expect(try await count("SELECT count(*) FROM sessions") == 2)
        #expect(try await count("SELECT count(*) FROM tries") == before + 2)
    }

    private func count(_ sql: SQL) async throws -> Int {
        try await Database.fresh.one(sql) { try $0.next() }
    }

    /// Returns two services on one database, with one clock.
    private func replicas(_ limits: SignInLimits = SignInLimits()) -> [Town] {
        let first = Town(limits: limits)
        return [first, Town(limits: limits, clock: first.clock)]
    }

    /// Fails `count` sign-ins as Ana, each from another network.
    private func fail(_ count: Int, in town: Town) async throws {
        for number in 1...count {
            #expect(try await town.fail("ana", from: "192.0.2.\(number)") == Self.failed)
        }
    }
}
