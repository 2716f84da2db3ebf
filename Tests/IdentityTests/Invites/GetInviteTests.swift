import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct GetInviteTests {
    let town = Town()

    private func refused(_ code: String, as user: UserID? = nil) async throws -> Bool {
        do {
            _ = try await town.ask(GetInvite(code: code), as: user)
            return false
        } catch let fault as Fault {
            #expect(fault == IdentityError.inviteUnknown.fault)
            return true
        }
    }

    @Test(arguments: [Invite.Kind.friend, .app])
    func `anyone learns who invites to what, and counts no use`(kind: Invite.Kind) async throws {
        let ana = try await town.person("ana", first: "Ana", last: "Lima")
        let code = try await town.invite(by: ana, kind)
        for user in [nil, ana, UserID()] {
            let shown = try await town.ask(GetInvite(code: code), as: user)
            #expect(shown.kind == (kind == .friend ? .friend : .app))
            #expect(shown.inviter?.id == ana)
            #expect(shown.inviter?.firstName == "Ana")
            #expect(shown.owner == nil)
        }
        #expect(try await town.uses(of: code) == [0, 0])
    }

    @Test func `a dead invite is answered like one that never was`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let usedUp = try await town.invite(by: ana, usesMax: 1)
        _ = try await town.ask(AcceptInvite(code: usedUp), as: bo)
        let revoked = try await town.invite(by: ana)
        _ = try await town.ask(RevokeInvite(code: revoked), as: ana)
        for code in [usedUp, revoked, "iabcdefghijklmno"] {
            #expect(try await refused(code))
            #expect(try await refused(code, as: ana))
        }
        let expired = try await town.invite(by: ana)
        town.clock.advance(by: .days(14) - .microseconds(1))
        #expect(try await !refused(expired))
        town.clock.advance(by: .microseconds(1))
        #expect(try await refused(expired))
    }

    @Test(arguments: [
        "", "i", "iabcdefghijklmn", "iabcdefghijklmnop", "Iabcdefghijklmno", "cabcdefghijklmno",
        "iabcdefghijklmn1", "iabcdefghijklm\u{E9}", "iabcdefghijklmn\0",
        String(repeating: "i", count: 100_000),
    ])
    func `what is no code is answered the same`(code: String) async throws {
        #expect(try await refused(code))
    }

    @Test(arguments: AccountStanding.inactive)
    func `the inviter must be active`(standing: AccountStanding) async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana)
        try await town.setStanding(of: ana, standing)
        #expect(try await refused(code))
        try await town.setStanding(of: ana, .active)
        #expect(try await !refused(code))
    }

    @Test func `new codes are well-formed, and differ`() {
        var generator = SystemRandomNumberGenerator()
        let codes = (0..<100).map { _ in InviteCode(using: &generator) }
        #expect(Set(codes).count == 100)
        for code in codes { #expect(InviteCode(code.text) == code) }
    }
}
