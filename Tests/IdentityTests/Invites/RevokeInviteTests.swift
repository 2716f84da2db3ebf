import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RevokeInviteTests {
    let town = Town()
    private let unknown = IdentityError.inviteUnknown.fault

    @Test func `a revoked invite cannot be used, and what it did stays`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        let code = try await town.invite(by: ana)
        _ = try await town.ask(AcceptInvite(code: code), as: bo)
        _ = try await town.ask(RevokeInvite(code: code), as: ana)
        for user in [bo, cy] {
            let fault = try await refusal { try await town.ask(AcceptInvite(code: code), as: user) }
            #expect(fault == unknown)
        }
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
    }

    @Test func `revoking again, or after the end, does nothing`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana)
        let expired = try await town.invite(by: ana)
        let revokedAt = town.clock.now
        _ = try await town.ask(RevokeInvite(code: code), as: ana)
        town.clock.advance(by: .days(14))
        _ = try await town.ask(RevokeInvite(code: code), as: ana)
        _ = try await town.ask(RevokeInvite(code: expired), as: ana)
        let listed = try await town.ask(ListInvites(), as: ana).items
        #expect(listed.first { $0.code == code }?.revokedAt == revokedAt)
        #expect(listed.first { $0.code == expired }?.revokedAt == nil)
    }

    @Test func `nobody else revokes it`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana)
        for (text, user) in [
            (code, bo), ("iabcdefghijklmno", ana), ("i", ana), (code.uppercased(), ana),
        ] {
            let fault = try await refusal { try await town.ask(RevokeInvite(code: text), as: user) }
            #expect(fault == unknown)
        }
        let fault = try await refusal { try await town.ask(RevokeInvite(code: code)) }
        #expect(fault == WireError.signInNeeded.fault)
        _ = try await town.ask(GetInvite(code: code))
    }
}
