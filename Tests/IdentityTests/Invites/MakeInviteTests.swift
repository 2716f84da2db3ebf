import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct MakeInviteTests {
    let town = Town()
    private let tooMany = IdentityError.invitesTooMany.fault

    @Test func `an invite has a code, and is valid for fourteen days`() async throws {
        let ana = try await town.person("ana")
        let made = try await town.ask(MakeInvite(kind: .app), as: ana)
        #expect(InviteCode(made.code)?.text == made.code)
        #expect(made.kind == .app)
        #expect(made.madeAt == town.clock.now)
        #expect(made.uses == 0)
        #expect(made.usesMax == 100)
        #expect(made.expiresAt == town.clock.now + .days(14))
        #expect(made.revokedAt == nil)
        let other = try await town.ask(MakeInvite(kind: .friend, usesMax: 7), as: ana)
        #expect(other.code != made.code)
        #expect(other.kind == .friend)
        #expect(other.usesMax == 7)
    }

    @Test func `the operator sets how long an invite is valid, and how many are open`() async throws
    {
        var rules = InviteRules()
        rules.life = .hours(1)
        rules.openMax = 2
        let town = Town(inviteRules: rules)
        let ana = try await town.person("ana")
        let made = try await town.ask(MakeInvite(kind: .app), as: ana)
        #expect(made.expiresAt == town.clock.now + .hours(1))
        _ = try await town.invite(by: ana)
        let fault = try await refusal { try await town.invite(by: ana) }
        #expect(fault == tooMany)
    }

    @Test func `uses are 1 to 1,000, and the kind is a known one`() async throws {
        let ana = try await town.person("ana")
        for usesMax in [1, 1_000] {
            let call = MakeInvite(kind: .friend, usesMax: usesMax)
            #expect(try await town.ask(call, as: ana).usesMax == usesMax)
        }
        for usesMax in [0, 1_001] {
            let fault = try await refusal {
                try await town.ask(MakeInvite(kind: .friend, usesMax: usesMax), as: ana)
            }
            #expect(fault == Refusal(IdentityError.usesInvalid, at: "/usesMax").fault)
        }
        let both = try await refusal {
            try await town.ask(MakeInvite(kind: .unknown, usesMax: 0), as: ana)
        }
        #expect(
            both.blamed == [
                "/kind": "identity.invite_kind_invalid", "/usesMax": "identity.uses_invalid",
            ]
        )
    }

    @Test func `the twenty-first open invite is one too many`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let first = try await town.invite(by: ana, usesMax: 1)
        for _ in 2...20 { _ = try await town.invite(by: ana) }
        #expect(try await refusal { try await town.invite(by: ana) } == tooMany)
        // Others have invites of their own.
        _ = try await town.invite(by: bo)
        // One that is used up, one that is revoked, and those that have expired make room.
        _ = try await town.ask(AcceptInvite(code: first), as: bo)
        let second = try await town.invite(by: ana)
        #expect(try await refusal { try await town.invite(by: ana) } == tooMany)
        _ = try await town.ask(RevokeInvite(code: second), as: ana)
        _ = try await town.invite(by: ana)
        #expect(try await refusal { try await town.invite(by: ana) } == tooMany)
        town.clock.advance(by: .days(14) - .microseconds(1))
        #expect(try await refusal { try await town.invite(by: ana) } == tooMany)
        town.clock.advance(by: .microseconds(1))
        _ = try await town.invite(by: ana)
    }

    @Test func `calls at the same time make no more than a user may have`() async throws {
        let ana = try await town.person("ana")
        for _ in 1...18 { _ = try await town.invite(by: ana) }
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...6 {
                group.addTask { (try? await town.invite(by: ana)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 2)
    }

    @Test func `a user makes a hundred invites in a day`() async throws {
        let ana = try await town.person("ana")
        for _ in 1...100 {
            let code = try await town.invite(by: ana)
            _ = try await town.ask(RevokeInvite(code: code), as: ana)
        }
        town.clock.advance(by: .days(1) - .seconds(1))
        let fault = try await refusal { try await town.invite(by: ana) }
        #expect(
            fault == Refusal(IdentityError.invitesADayExhausted, retryAfterSeconds: 1).fault
        )
        town.clock.advance(by: .seconds(1))
        _ = try await town.invite(by: ana)
    }

    @Test func `the same key makes one invite`() async throws {
        let ana = try await town.person("ana")
        let call = MakeInvite(kind: .friend)
        let first = try await town.ask(call, as: ana, key: "a")
        #expect(try await town.ask(call, as: ana, key: "a") == first)
        #expect(try await town.ask(ListInvites(), as: ana).items == [first])
    }

    @Test func `only users make invites`() async throws {
        for user in [nil, UserID()] {
            let fault = try await refusal {
                try await town.ask(MakeInvite(kind: .friend), as: user)
            }
            #expect(fault == WireError.signInNeeded.fault)
        }
    }
}
