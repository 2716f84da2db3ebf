import Crypto
import Identifiers
import IdentityAPI
import NIOCore
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListSigningKeysTests {
    private static let secret = SymmetricKey(data: [UInt8](repeating: 1, count: 32))
    private static let other = SymmetricKey(data: [UInt8](repeating: 2, count: 32))

    @Test func `there is no key before the first token`() async throws {
        #expect(try await Town().ask(ListSigningKeys()).keys.isEmpty)
    }

    @Test func `a key is made at first use, and signs for thirty days`() async throws {
        let town = Town()
        let ana = try await town.register("ana")
        let first = try await town.ask(ListSigningKeys()).keys
        #expect(first.count == 1)
        #expect(first[0].publicKey.readableBytes == 32)
        #expect(first[0].expiresAt == town.clock.now + .days(30) + .minutes(15))
        town.clock.advance(by: .days(30) - .seconds(1))
        let last = try await town.ask(RefreshSession(refreshToken: ana.refreshToken))
        #expect(try await town.ask(ListSigningKeys()).keys == first)
        town.clock.advance(by: .seconds(1))
        let next = try await town.ask(RefreshSession(refreshToken: last.refreshToken))
        let both = try await town.ask(ListSigningKeys()).keys
        #expect(both.count == 2)
        #expect(both[1] == first[0])
        _ = try await town.claims(last.accessToken)
        _ = try await town.claims(next.accessToken)
        town.clock.advance(by: .minutes(15))
        #expect(try await town.ask(ListSigningKeys()).keys == [both[0]])
    }

    @Test func `replicas that start at once share one key`() async throws {
        let towns = (0..<4).map { _ in Town() }
        let tokens = try await withThrowingTaskGroup(of: SignedIn.self) { group in
            for (index, town) in towns.enumerated() {
                group.addTask { try await town.register("user\(index)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await towns[0].ask(ListSigningKeys()).keys.count == 1)
        for token in tokens { _ = try await towns[0].claims(token.accessToken) }
    }

    @Test func `a replica with the old and the new secret keeps the key`() async throws {
        let old = Town(secrets: [Self.secret])
        _ = try await old.register("ana")
        let both = Town(secrets: [Self.other, Self.secret], clock: old.clock)
        _ = try await both.register("bob")
        #expect(try await both.ask(ListSigningKeys()).keys.count == 1)
    }

    @Test func `a key that no secret decrypts is replaced`() async throws {
        let old = Town(secrets: [Self.secret])
        let ana = try await old.register("ana")
        let new = Town(secrets: [Self.other], clock: old.clock)
        let bob = try await new.register("bob")
        #expect(try await new.ask(ListSigningKeys()).keys.count == 2)
        for token in [ana, bob] { _ = try await new.claims(token.accessToken) }
    }

    @Test func `the stored row does not reveal the private half`() async throws {
        let town = Town(secrets: [Self.secret])
        _ = try await town.register("ana")
        let key = try #require(
            try await town.identity.database.signingKeys(validAt: town.clock.now).first
        )
        let opened = try #require(key.privateKey(openedWith: [Self.other, Self.secret]))
        #expect(Array(opened.publicKey.rawRepresentation) == key.publicKey)
        #expect(key.privateKey(openedWith: [Self.other]) == nil)
        #expect(key.sealedPrivateKey.firstRange(of: Array(opened.rawRepresentation)) == nil)
    }
}
