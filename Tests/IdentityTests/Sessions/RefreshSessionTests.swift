import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RefreshSessionTests {
    let town = Town()

    @Test func `a token is exchanged for the session's next pair`() async throws {
        let first = try await town.register("ana")
        town.clock.advance(by: .minutes(20))
        let second = try await refresh(first)
        #expect(second.user == first.user)
        #expect(second.refreshToken != first.refreshToken)
        #expect(try await town.session(second) == town.session(first))
        let claims = try await town.claims(second.accessToken)
        #expect(claims.iat == Int(town.clock.now.microseconds / 1_000_000))
        _ = try await refresh(second)
    }

    @Test func `a token that was never issued is refused`() async throws {
        for token in [
            "", "x", String(repeating: "A", count: 43), String(repeating: "=", count: 43),
        ] {
            let call = RefreshSession(refreshToken: token)
            let fault = try await refusal { try await town.ask(call) }
            #expect(fault == IdentityError.refreshTokenInvalid.fault)
        }
    }

    @Test(arguments: [Duration.seconds(60), .seconds(66), .hours(24), .days(60) - .microseconds(1)])
    func `after a lost reply, a refresh can be repeated as long as the token lives`(
        wait: Duration
    ) async throws {
        let first = try await town.register("ana")
        let lost = try await refresh(first)
        town.clock.advance(by: wait)
        let second = try await refresh(first)
        #expect(second.refreshToken != lost.refreshToken)
        let third = try await refresh(second)
        #expect(try await town.isActive(town.session(third)))
    }

    @Test func `a token that expired gives nothing, and its successor goes on`() async throws {
        let first = try await town.register("ana")
        town.clock.advance(by: .minutes(1))
        let second = try await refresh(first)
        town.clock.advance(by: .days(60) - .minutes(1))
        let fault = try await refusal { try await refresh(first) }
        #expect(fault == IdentityError.refreshTokenInvalid.fault)
        _ = try await refresh(second)
    }

    @Test func `a reply can be lost again and again`() async throws {
        var pair = try await town.register("ana")
        for _ in 0..<4 {
            for _ in 0..<3 {
                _ = try await refresh(pair)
                town.clock.advance(by: .hours(5))
            }
            pair = try await refresh(pair)
            town.clock.advance(by: .hours(5))
        }
        #expect(try await town.isActive(town.session(pair)))
    }

    @Test func `after a token was repeated, the second of its pairs to refresh is detected`()
        async throws
    {
        let first = try await town.register("ana")
        let owner = try await refresh(first)
        town.clock.advance(by: .minutes(14))
        let thief = try await refresh(first)
        town.clock.advance(by: .seconds(1))
        let next = try await refresh(thief)
        try await expectEnd(showing: owner, andThen: next)
    }

    @Test func `the access token of a lost pair does not use the pair up`() async throws {
        let first = try await town.register("ana")
        let lost = try await refresh(first)
        let session = try await town.session(lost)
        #expect(try await town.ask(GetMe(), as: first.user.id, session: session) == first.user)
        town.clock.advance(by: .minutes(5))
        _ = try await refresh(first)
    }

    @Test func `of a token presented a thousand times the first and the newest pairs are kept`()
        async throws
    {
        let first = try await town.register("ana")
        var pairs: [SignedIn] = []
        for _ in 0..<1_000 {
            town.clock.advance(by: .seconds(1))
            pairs.append(try await refresh(first))
        }
        #expect(try await tokens() == 1 + 100)
        // The one whose turn it was, and the last one before.
        for dropped in [pairs[1], pairs[900]] {
            let fault = try await refusal { try await refresh(dropped) }
            #expect(fault == IdentityError.refreshTokenInvalid.fault)
        }
        #expect(try await town.isActive(town.session(first)))
        let next = try await refresh(pairs[901])
        // An owner who got the first is detected, and so is whoever has the rest.
        try await expectEnd(showing: pairs[0], andThen: next)
    }

    @Test func `a token presented often at once gives no more than is kept`() async throws {
        let first = try await town.register("ana")
        try await withThrowingTaskGroup { group in
            for _ in 0..<120 { group.addTask { _ = try await refresh(first) } }
            try await group.waitForAll()
        }
        #expect(try await tokens() == 1 + 100)
        #expect(try await town.isActive(town.session(first)))
        _ = try await refresh(first)
    }

    @Test func `of a repetition and the successor's use at once, one order is told`() async throws {
        for _ in 0..<8 {
            let first = try await town.register("u\(UInt32.random(in: 0...UInt32.max))")
            let second = try await refresh(first)
            town.clock.advance(by: .minutes(5))
            async let repeated = refreshed(first)
            async let used = refreshed(second)
            let (again, next) = try await (repeated, used)
            let isActive = try await town.isActive(town.session(first))
            // Either the successor came first, and the repetition ended the session; or the
            // repetition did, and both got pairs, of which one goes on.
            #expect((again != nil) == isActive)
            #expect(next != nil)
            guard let again else { continue }
            _ = try await refresh(again)
        }
    }

    @Test func `reusing a token whose successor is used ends the session`() async throws {
        let first = try await town.register("ana")
        let second = try await refresh(first)
        let third = try await refresh(second)
        try await expectEnd(showing: first, andThen: third)
    }

    @Test(arguments: [false, true])
    func `of two tokens for one lost reply, either works within the minute`(
        inOrder: Bool
    ) async throws {
        let first = try await town.register("ana")
        let given = [try await refresh(first), try await refresh(first)]
        let (one, other) = inOrder ? (given[0], given[1]) : (given[1], given[0])
        let next = try await refresh(one)
        town.clock.advance(by: .seconds(60))
        let last = try await refresh(other)
        #expect(last.refreshToken != next.refreshToken)
        _ = try await refresh(last)
        #expect(try await town.isActive(town.session(first)))
    }

    @Test(arguments: [Duration.seconds(60) + .microseconds(1), .minutes(20)])
    func `of two tokens for one lost reply, the second ends the session after the minute`(
        wait: Duration
    ) async throws {
        let first = try await town.register("ana")
        let one = try await refresh(first)
        let other = try await refresh(first)
        town.clock.advance(by: wait)
        let next = try await refresh(other)
        try await expectEnd(showing: one, andThen: next)
    }

    @Test func `a token whose twin's successor is in use ends the session`() async throws {
        let first = try await town.register("ana")
        let one = try await refresh(first)
        let other = try await refresh(first)
        let next = try await refresh(other)
        let last = try await refresh(next)
        try await expectEnd(showing: one, andThen: last)
    }

    @Test func `successors of twins are twins: only one of them continues`() async throws {
        let first = try await town.register("ana")
        let twins = [try await refresh(first), try await refresh(first)]
        let next = [try await refresh(twins[0]), try await refresh(twins[1])]
        town.clock.advance(by: .minutes(15))
        let last = try await refresh(next[0])
        try await expectEnd(showing: next[1], andThen: last)
    }

    @Test func `a thief who uses a token first is detected at the owner's next refresh`()
        async throws
    {
        let owner = try await town.register("ana")
        let stolen = try await refresh(owner)
        let own = try await refresh(owner)
        town.clock.advance(by: .minutes(14))
        let thief = try await refresh(stolen)
        town.clock.advance(by: .minutes(1))
        try await expectEnd(showing: own, andThen: thief)
    }

    @Test func `two halves of a client that always refresh at once stay signed in`() async throws {
        var pair = try await town.register("ana")
        let session = try await town.session(pair)
        for _ in 0..<4 {
            let shown = pair
            async let one = refresh(shown)
            async let other = refresh(shown)
            let given = try await [one, other]
            async let next = refresh(given[0])
            async let last = refresh(given[1])
            pair = try await [next, last].randomElement() ?? pair
            town.clock.advance(by: .minutes(15))
        }
        #expect(try await town.isActive(session))
    }

    @Test func `the person's other sessions continue`() async throws {
        let first = try await town.register("ana")
        let elsewhere = try await town.ask(SignIn(login: "ana", password: Town.password))
        _ = try await refresh(first)
        _ = try await refresh(refresh(first))
        _ = try await refusal { try await refresh(first) }
        #expect(try await !town.isActive(town.session(first)))
        _ = try await refresh(elsewhere)
    }

    @Test func `a token keeps when it was used first, and a refusal changes nothing`() async throws
    {
        let first = try await town.register("ana")
        let usedAt = town.clock.now
        let second = try await refresh(first)
        town.clock.advance(by: .minutes(1))
        _ = try await refresh(first)
        #expect(try await uses() == [usedAt])
        let renewedAt = town.clock.now
        let session = try await town.session(second)
        _ = try await town.ask(SignOut(), as: first.user.id, session: session)
        town.clock.advance(by: .minutes(1))
        _ = try await refusal { try await refresh(second) }
        #expect(try await uses() == [usedAt])
        let last = try await town.identity.database.one("SELECT last_used_at FROM sessions") {
            try $0.next(Instant.self)
        }
        #expect(last == renewedAt)
    }

    @Test func `a token lives for sixty days`() async throws {
        let first = try await town.register("ana")
        town.clock.advance(by: .days(60) - .seconds(1))
        let second = try await refresh(first)
        town.clock.advance(by: .days(60))
        let fault = try await refusal { try await refresh(second) }
        #expect(fault == IdentityError.refreshTokenInvalid.fault)
    }

    @Test func `an ended session is not renewed`() async throws {
        let first = try await town.register("ana")
        let session = try await town.session(first)
        _ = try await town.ask(SignOut(), as: first.user.id, session: session)
        let fault = try await refusal { try await refresh(first) }
        #expect(fault == IdentityError.refreshTokenInvalid.fault)
    }

    @Test func `a token used many times at once gives pairs of one session`() async throws {
        let first = try await town.register("ana")
        let pairs = try await withThrowingTaskGroup(of: SignedIn.self) { group in
            for _ in 0..<6 { group.addTask { try await refresh(first) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(pairs.map(\.refreshToken)).count == 6)
        let session = try await town.session(first)
        for pair in pairs { #expect(try await town.session(pair) == session) }
        #expect(try await town.isActive(session))
    }

    @Test func `a right granted meanwhile is in the next token`() async throws {
        let first = try await town.register("ana")
        _ = try await town.ask(
            SetModerator(user: first.user.id, isModerator: true),
            peer: .operator
        )
        let second = try await refresh(first)
        #expect(try await town.claims(second.accessToken).mod == true)
    }

    private func refresh(_ pair: SignedIn) async throws -> SignedIn {
        try await town.ask(RefreshSession(refreshToken: pair.refreshToken))
    }

    /// The next pair; `nil` if it is refused.
    private func refreshed(_ pair: SignedIn) async throws -> SignedIn? {
        do {
            return try await refresh(pair)
        } catch let fault as Fault where fault == IdentityError.refreshTokenInvalid.fault {
            return nil
        }
    }

    /// How many refresh tokens are stored.
    private func tokens() async throws -> Int {
        try await town.identity.database.one("SELECT count(*) FROM refresh_tokens") {
            try $0.next()
        }
    }

    /// When refresh tokens were used.
    private func uses() async throws -> [Instant] {
        try await town.identity.database.all(
            "SELECT used_at FROM refresh_tokens WHERE used_at IS NOT NULL"
        ) { try $0.next() }
    }

    private func expectEnd(showing stolen: SignedIn, andThen last: SignedIn) async throws {
        let session = try await town.session(stolen)
        #expect(try await town.isActive(session))
        for pair in [stolen, last] {
            let fault = try await refusal { try await refresh(pair) }
            #expect(fault == IdentityError.refreshTokenInvalid.fault)
        }
        #expect(try await !town.isActive(session))
        let revoked = try await town.identity.database.revocations(after: 0)
        #expect(revoked == [RevocationNotice(number: 1, session: session)])
    }
}
