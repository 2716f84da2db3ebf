import IdentityAPI
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Identity

/// The networks that a person signed in from (2.8-networks).
@Suite(.freshDatabase(Identity.migrations)) struct KnownNetworksTests {
    private static let home = "198.51.100.1"

    @Test func `registering and signing in remember the network, once`() async throws {
        let town = Town()
        let ana = try await town.person("ana", from: Self.home)
        #expect(try await isKnown(Self.home, to: ana, in: town))
        #expect(try await !isKnown("203.0.113.1", to: ana, in: town))
        for address in ["203.0.113.1", "2001:db8::1", "2001:db8::2", Self.home] {
            _ = try await town.signIn("ana", from: address)
            #expect(try await isKnown(address, to: ana, in: town))
        }
        _ = try await town.signIn("ana")
        #expect(try await count(of: ana) == 3)
    }

    @Test func `neither a failure nor another's sign-in is remembered`() async throws {
        let town = Town()
        let ana = try await town.person("ana")
        _ = try await town.fail("ana", from: Self.home)
        _ = try await town.person("bob", from: Self.home)
        #expect(try await !isKnown(Self.home, to: ana, in: town))
        #expect(try await count(of: ana) == 0)
    }

    @Test func `the twenty latest are kept`() async throws {
        let town = Town()
        let ana = try await town.person("ana", from: Self.home)
        for number in 1...19 {
            town.clock.advance(by: .minutes(1))
            _ = try await town.signIn("ana", from: "192.0.2.\(number)")
        }
        #expect(try await isKnown(Self.home, to: ana, in: town))
        town.clock.advance(by: .minutes(1))
        _ = try await town.signIn("ana", from: Self.home)
        _ = try await town.signIn("ana", from: "192.0.2.20")
        #expect(try await count(of: ana) == 20)
        #expect(try await isKnown(Self.home, to: ana, in: town))
        #expect(try await !isKnown("192.0.2.1", to: ana, in: town))
        #expect(try await isKnown("192.0.2.2", to: ana, in: town))
    }

    @Test func `concurrent sign-ins keep no more than sequential ones`() async throws {
        var limits = SignInLimits()
        limits.networksKept = 3
        let town = Town(limits: limits)
        let ana = try await town.person("ana", from: Self.home)
        try await withThrowingTaskGroup { group in
            for number in 1...12 {
                group.addTask { _ = try await town.signIn("ana", from: "192.0.2.\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try await count(of: ana) == 3)
    }

    @Test func `networks are known for 90 days after the last sign-in`() async throws {
        let town = Town()
        let ana = try await town.person("ana", from: Self.home)
        town.clock.advance(by: .days(90))
        #expect(try await isKnown(Self.home, to: ana, in: town))
        town.clock.advance(by: .seconds(1))
        #expect(try await !isKnown(Self.home, to: ana, in: town))
        _ = try await town.signIn("ana", from: Self.home)
        town.clock.advance(by: .days(90))
        #expect(try await isKnown(Self.home, to: ana, in: town))
    }

    @Test func `stored rows reveal neither the address nor who shares one`() async throws {
        let town = Town()
        let people = [
            try await town.person("ana", from: Self.home),
            try await town.person("bob", from: Self.home),
        ]
        let digests = try await Database.fresh.all(
            "SELECT digest FROM known_networks ORDER BY account"
        ) { try $0.next([UInt8].self) }
        #expect(Set(digests).count == 2)
        let other = NetworkDigests(keys: [Town.key(9)])
        let network = ClientNetwork(Self.home)
        for user in people {
            #expect(!digests.contains(other.digests(of: network, for: user)[0]))
        }
    }

    @Test func `networks are recognised during and after a change of the cluster's key`()
        async throws
    {
        let (old, new) = (Town.key(1), Town.key(2))
        let before = Town(networkKeys: [old, new])
        let ana = try await before.person("ana", from: Self.home)
        let during = Town(networkKeys: [new, old], clock: before.clock)
        #expect(try await isKnown(Self.home, to: ana, in: during))
        let after = Town(networkKeys: [new], clock: before.clock)
        #expect(try await !isKnown(Self.home, to: ana, in: after))
        _ = try await during.signIn("ana", from: Self.home)
        #expect(try await isKnown(Self.home, to: ana, in: after))
        #expect(try await isKnown(Self.home, to: ana, in: before))
        _ = try await before.signIn("ana", from: Self.home)
        #expect(try await count(of: ana) == 1)
    }

    @Test func `networks are deleted with the account`() async throws {
        let town = Town()
        let ana = try await town.person("ana", from: Self.home)
        try await Database.fresh.transaction { tx in
            try await tx.run("DELETE FROM sessions")
            try await tx.run("DELETE FROM accounts WHERE id = \(ana)")
        }
        #expect(try await count(of: ana) == 0)
    }

    private func isKnown(_ address: String, to user: UserID, in town: Town) async throws -> Bool {
        let network = ClientNetwork(address)
        return try await Database.fresh.isKnown(
            town.identity.networks.digests(of: network, for: user),
            of: user,
            since: town.clock.now - town.identity.limits.networksAge
        )
    }

    private func count(of user: UserID) async throws -> Int {
        try await Database.fresh.one(
            "SELECT count(*) FROM known_networks WHERE account = \(user)"
        ) { try $0.next() }
    }
}
