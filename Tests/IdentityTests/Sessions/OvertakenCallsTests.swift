import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Calls that were under way when their session ended or the password changed (2.8-logins,
/// 2.8-sessions).
@Suite(.freshDatabase(Identity.migrations)) struct OvertakenCallsTests {
    static let new = "battery staple"

    @Test func `a login that is being linked during a reset does not stay in the account`()
        async throws
    {
        try await LoginScene.run { scene in
            let mine = try await scene.town.register("ana", email: "ana@example.com")
            let ana = mine.user.id
            let session = try await scene.town.session(mine)
            let ticket = try await scene.ticket()
            let token = try scene.google.signed("mallory")
            let fault = try await fault(waitingFor: ana) {
                _ = try await scene.other.ask(ResetPassword(ticket: ticket, password: Self.new))
            } of: {
                let call = LinkLogin(provider: "google", identityToken: token)
                _ = try await scene.town.ask(call, as: ana, session: session)
            }
            #expect(fault == WireError.signInNeeded.fault)
            #expect(try await scene.logins(of: ana).isEmpty)
            // The token was not used, and leads to another account.
            #expect(try await scene.enter(.google, "mallory", token: token).user.id != ana)
        }
    }

    @Test func `a first password needs a session that has not ended meanwhile`() async throws {
        try await LoginScene.run { scene in
            let mine = try await scene.enter(.google, "ana")
            let ana = mine.user.id
            let session = try await scene.town.session(mine)
            let fault = try await fault(waitingFor: ana) {
                let call = ChangePassword(password: Self.new)
                _ = try await scene.town.ask(call, as: ana, session: session)
            } during: {
                _ = try await scene.other.ask(SignOut(), as: ana, session: session)
            }
            #expect(fault == WireError.signInNeeded.fault)
            #expect(try await !scene.town.ask(ListLogins(), as: ana).hasPassword)
            let call = SignIn(login: mine.user.username, password: Self.new)
            let failed = try await refusal { try await scene.town.ask(call) }
            #expect(failed == IdentityError.signInFailed.fault)
        }
    }

    @Test func `a new password needs a session that has not ended meanwhile`() async throws {
        let town = Town()
        let mine = try await town.register("ana")
        let ana = mine.user.id
        let session = try await town.session(mine)
        let fault = try await fault(waitingFor: ana) {
            let call = ChangePassword(current: Town.password, password: Self.new)
            _ = try await town.ask(call, as: ana, session: session)
        } during: {
            _ = try await town.ask(SignOut(), as: ana, session: session)
        }
        #expect(fault == WireError.signInNeeded.fault)
        #expect(try await town.signIn("ana").user.id == ana)
    }

    @Test func `a session that has ended unlinks no login`() async throws {
        try await LoginScene.run { scene in
            let mine = try await scene.town.register("ana")
            let ana = mine.user.id
            let session = try await scene.town.session(mine)
            try await scene.link(.apple, "ana", to: ana)
            _ = try await scene.town.ask(SignOut(), as: ana, session: session)
            let call = UnlinkLogin(provider: "apple")
            let fault = try await refusal {
                try await scene.town.ask(call, as: ana, session: session)
            }
            #expect(fault == WireError.signInNeeded.fault)
            #expect(try await scene.logins(of: ana) == [.apple])
            let next = try await scene.town.session(scene.town.signIn("ana"))
            _ = try await scene.town.ask(call, as: ana, session: next)
            #expect(try await scene.logins(of: ana).isEmpty)
        }
    }

    @Test func `the old password begins no session after a reset, also if it was right before`()
        async throws
    {
        let town = Town()
        let other = Town(clock: town.clock)
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(RequestReset(login: "ana"))
        let ticket = try await town.lastTicket()
        let fault = try await fault(waitingFor: ana) {
            _ = try await other.ask(ResetPassword(ticket: ticket, password: Self.new))
        } of: {
            _ = try await town.signIn("ana")
        }
        #expect(fault == IdentityError.signInFailed.fault)
        let active = try await Database.fresh.one(
            "SELECT count(*) FROM sessions WHERE account = \(ana) AND ended_at IS NULL"
        ) { try $0.next(Int.self) }
        #expect(active == 1)
        _ = try await town.ask(SignIn(login: "ana", password: Self.new))
    }

    @Test func `a password that only got a hash of another cost meanwhile begins a session`()
        async throws
    {
        let town = Town()
        let other = Town(cost: PasswordCost(logN: 2, r: 1, p: 1), clock: town.clock)
        let ana = try await town.person("ana")
        let before = try await Database.fresh.credentials(ana)?.passwordHash
        let fault = try await fault(waitingFor: ana) {
            _ = try await other.signIn("ana")
        } of: {
            _ = try await town.signIn("ana")
        }
        #expect(fault == nil)
        #expect(try await Database.fresh.credentials(ana)?.passwordHash != before)
    }

    /// Lets a call wait for an account's lock, behind a first call that waits for it too.
    private func fault(
        waitingFor user: UserID,
        behind first: @escaping @Sendable () async throws -> Void,
        of call: @escaping @Sendable () async throws -> Void
    ) async throws -> Fault? {
        try await fault(of: [first, call], waitingFor: user) {}
    }

    /// Lets a call wait for an account's lock while another call is answered.
    private func fault(
        waitingFor user: UserID,
        of call: @escaping @Sendable () async throws -> Void,
        during other: @Sendable () async throws -> Void
    ) async throws -> Fault? {
        try await fault(of: [call], waitingFor: user, during: other)
    }

    /// The fault of the last of some calls that get an account's lock in their order; `nil` if it
    /// succeeds. Throws if another one fails.
    private func fault(
        of calls: [@Sendable () async throws -> Void],
        waitingFor user: UserID,
        during other: @Sendable () async throws -> Void
    ) async throws -> Fault? {
        let (isHeld, isWaiting) = (Gate(), Gate())
        return try await withThrowingTaskGroup(of: Fault?.self) { group in
            defer { isWaiting.open() }
            group.addTask {
                defer { isHeld.open() }
                try await Database.fresh.transaction { tx in
                    _ = try await tx.lockAccount(user).value
                    isHeld.open()
                    await isWaiting.pass()
                }
                return nil
            }
            await isHeld.pass()
            for (number, call) in calls.enumerated() {
                let isLast = number == calls.count - 1
                group.addTask {
                    do {
                        try await call()
                    } catch let fault as Fault where isLast {
                        return fault
                    }
                    return nil
                }
                try await eventually("the call waits") { try await waiting() == number + 1 }
            }
            try await other()
            isWaiting.open()
            return try await group.reduce(nil) { $0 ?? $1 }
        }
    }

    /// How many transactions wait for a lock. The leased connections are in use.
    private func waiting() async throws -> Int {
        try await Database.fresh.one(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """,
            .point
        ) { try $0.next(Int.self) }
    }
}

extension LoginScene {
    /// The ticket of a reset of Ana's password.
    fileprivate func ticket() async throws -> String {
        _ = try await town.ask(RequestReset(login: "ana"))
        return try await town.lastTicket()
    }
}
