import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SweepTests {
    let town = Town()

    @Test func `revocations and ended sessions stay for a day`() async throws {
        let ana = try await town.register("ana")
        let session = try await town.session(ana)
        _ = try await town.ask(SignOut(), as: ana.user.id, session: session)
        town.clock.advance(by: .hours(24))
        try await town.identity.sweep()
        #expect(try await town.identity.database.revocations(after: 0).count == 1)
        #expect(try await count("SELECT count(*) FROM sessions") == 1)
        town.clock.advance(by: .seconds(1))
        try await town.identity.sweep()
        #expect(try await town.identity.database.revocations(after: 0).isEmpty)
        #expect(try await count("SELECT count(*) FROM sessions") == 0)
        #expect(try await count("SELECT count(*) FROM refresh_tokens") == 0)
        #expect(try await town.identity.database.newestRevocation() == 1)
    }

    @Test func `expired tokens and sessions are deleted`() async throws {
        let first = try await town.register("ana")
        town.clock.advance(by: .days(30))
        let second = try await town.ask(RefreshSession(refreshToken: first.refreshToken))
        town.clock.advance(by: .days(30) - .seconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM refresh_tokens") == 2)
        town.clock.advance(by: .seconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM refresh_tokens") == 1)
        // The first key is gone; the key of the refresh still signs for a moment.
        #expect(try await count("SELECT count(*) FROM signing_keys") == 1)
        _ = try await town.ask(RefreshSession(refreshToken: second.refreshToken))
        town.clock.advance(by: .days(60))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM sessions") == 0)
    }

    @Test func `attempts are deleted when no limit counts them`() async throws {
        _ = try await refusal { try await town.ask(SignIn(login: "ana", password: "x")) }
        town.clock.advance(by: .minutes(10))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM tries") == 3)
        town.clock.advance(by: .seconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM tries") == 0)
    }

    @Test func `networks are deleted 90 days after their last sign-in`() async throws {
        _ = try await town.person("ana", from: "198.51.100.1")
        town.clock.advance(by: .days(90))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM known_networks") == 1)
        town.clock.advance(by: .seconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM known_networks") == 0)
    }

    @Test func `invites are deleted 90 days after they expired, with who used them`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana)
        _ = try await town.ask(AcceptInvite(code: code), as: bo)
        town.clock.advance(by: .days(14 + 90))
        try await town.identity.sweep()
        #expect(try await town.uses(of: code) == [1, 1])
        town.clock.advance(by: .seconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM invites") == 0)
        #expect(try await count("SELECT count(*) FROM invite_uses") == 0)
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
    }

    @Test func `notices are deleted 90 days after they were seen`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        town.clock.advance(by: .days(200))
        _ = try await town.ask(SeeNotices(), as: ana)
        try await expectNotices(for: .days(90))
    }

    @Test func `settled ones are deleted 90 days after that, seen or not`() async throws {
        let ana = try await town.person("ana")
        let dare = AssignmentID()
        try await town.tell(ana, about: dare)
        _ = try await town.ask(SeeNotices(), as: ana)
        try await town.tell(ana, about: dare)
        town.clock.advance(by: .days(89))
        try await town.settle(dare, .acted)
        try await expectNotices(for: .days(90))
    }

    @Test func `dismissed ones are deleted 90 days after that`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        town.clock.advance(by: .days(200))
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana)
        try await expectNotices(for: .days(90))
    }

    @Test func `dismissed ones that are gone are deleted 90 days after that`() async throws {
        let ana = try await town.person("ana")
        let dare = AssignmentID()
        try await town.tell(ana, about: dare)
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana)
        town.clock.advance(by: .days(89))
        try await town.settle(dare, .gone)
        try await expectNotices(for: .days(90))
    }

    @Test func `any notice is deleted after 366 days`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        town.clock.advance(by: .days(300))
        try await town.tell(ana)
        _ = try await town.ask(SeeNotices(ids: [town.inbox(of: ana)[1].id]), as: ana)
        town.clock.advance(by: .days(66))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notices") == 2)
        town.clock.advance(by: .microseconds(1))
        try await town.identity.sweep()
        // The newer one was never seen.
        #expect(try await town.inbox(of: ana).map(\.state) == [.new])
        try await expectNotices(for: .days(300) - .microseconds(1))
    }

    @Test func `the operator says how long notices are kept`() async throws {
        let town = Town(noticesKept: .seconds(2))
        let ana = try await town.person("ana")
        try await town.tell(ana)
        _ = try await town.ask(SeeNotices(), as: ana)
        town.clock.advance(by: .seconds(2))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notices") == 1)
        town.clock.advance(by: .microseconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notices") == 0)
    }

    @Test func `who made notices is forgotten 24 hours after the day of the last one`() async throws
    {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, by: bo)
        town.clock.advance(by: .hours(1))
        try await town.tell(ana, by: bo)
        town.clock.advance(by: .hours(24))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notice_actors") == 1)
        town.clock.advance(by: .hours(24) + .microseconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notice_actors") == 0)
        #expect(try await town.inbox(of: ana).count == 2)
    }

    /// Expects that the notices stay for a time, and no longer.
    private func expectNotices(for time: Duration) async throws {
        let kept = try await count("SELECT count(*) FROM notices")
        #expect(kept > 0)
        town.clock.advance(by: time)
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notices") == kept)
        town.clock.advance(by: .microseconds(1))
        try await town.identity.sweep()
        #expect(try await count("SELECT count(*) FROM notices") == 0)
    }

    private func count(_ sql: SQL) async throws -> Int {
        try await Database.fresh.one(sql) { try $0.next() }
    }
}
