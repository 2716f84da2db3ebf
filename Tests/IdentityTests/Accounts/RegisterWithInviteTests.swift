import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Registrations that an invite brought.
@Suite(.freshDatabase(Identity.migrations)) struct RegisterWithInviteTests {
    let town = Town()
    private let invalid = Refusal(IdentityError.inviteInvalid, at: "/invite").fault

    private func register(
        _ username: String,
        _ invite: String,
        in town: Town? = nil
    ) async throws -> UserID {
        let call = Register(
            username: username,
            password: Town.password,
            firstName: "Bo",
            lastName: "",
            invite: invite
        )
        return try await (town ?? self.town).ask(call).user.id
    }

    private func isFree(_ username: String) async throws -> Bool {
        try await town.identity.database.credentials(.username(username)) == nil
    }

    @Test func `a friend invite makes the new user a friend`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana)
        let bo = try await register("bob", code)
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
        #expect(try await town.inbox(of: ana).map(\.kind) == [.friendJoined])
        #expect(try await town.events(RelationChanged.self).count == 2)
        #expect(try await town.uses(of: code) == [1, 1])
        // Accepting it later is a repetition.
        _ = try await town.ask(AcceptInvite(code: code), as: bo)
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test func `an app invite is used, and makes no friends`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana, .app)
        _ = try await register("bob", code)
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test func `with a dead invite there is no account`() async throws {
        let ana = try await town.person("ana")
        let usedUp = try await town.invite(by: ana, usesMax: 1)
        _ = try await register("cyd", usedUp)
        let revoked = try await town.invite(by: ana)
        _ = try await town.ask(RevokeInvite(code: revoked), as: ana)
        for code in [usedUp, revoked, "iabcdefghijklmno", "cabcdefghijklmno", "", "i"] {
            #expect(try await refusal { try await register("bob", code) } == invalid)
        }
        let expired = try await town.invite(by: ana)
        town.clock.advance(by: .days(14))
        #expect(try await refusal { try await register("bob", expired) } == invalid)
        let inactive = try await town.invite(by: ana)
        try await town.setStanding(of: ana, .suspended)
        #expect(try await refusal { try await register("bob", inactive) } == invalid)
        #expect(try await isFree("bob"))
        try await town.setStanding(of: ana, .active)
        _ = try await register("bob", inactive)
    }

    @Test func `a malformed invite is said beside what else is wrong`() async throws {
        let fault = try await refusal { try await register("x", "i") }
        #expect(
            fault.blamed == [
                "/username": "identity.username_invalid", "/invite": "identity.invite_invalid",
            ]
        )
    }

    @Test func `eight at once use the last three uses, and five have no account`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana, usesMax: 3)
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...8 {
                group.addTask {
                    do {
                        _ = try await register("user_\(number)", code)
                        return true
                    } catch let fault as Fault {
                        #expect(fault == invalid)
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 3)
        #expect(try await town.uses(of: code) == [3, 3])
        var free = 0
        for number in 1...8 where try await isFree("user_\(number)") { free += 1 }
        #expect(free == 5)
    }
}
