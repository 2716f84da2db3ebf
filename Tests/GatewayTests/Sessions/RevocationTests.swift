import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import Identifiers
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Sessions that end while their tokens are still valid (2.8-sessions).
@Suite struct RevocationTests {
    private func gateway(_ house: House) -> Gateway {
        house.gateway(identity: {
            $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        })
    }

    private func status(_ client: Client) async throws -> Int {
        try await client.ask(.get, "/v1/me").status
    }

    private func expect(
        _ status: Int,
        _ client: Client,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answered = try await self.status(client)
        #expect(answered == status, sourceLocation: sourceLocation)
    }

    @Test func `a revocation takes effect at once`() async throws {
        let house = House()
        try await gateway(house).test(token: house.token()) { client in
            try await expect(200, client)
            house.feed.end(SessionID(), number: 1)
            house.feed.end(house.session, number: 2)
            try await eventually("the session lives on") { try await status(client) == 401 }
            #expect(try await client.ask(.get, "/v1/me").code == "gateway.signed_out")
        }
        #expect(house.asked.count(VerifySession.self) == 0)
    }

    @Test func `the end of another session changes nothing`() async throws {
        let house = House()
        let gateway = gateway(house)
        try await gateway.test(token: house.token()) { client in
            let other = SessionID()
            house.feed.end(other, number: 1)
            try await eventually("not heard") {
                gateway.sessions.revocations { log, _ in log.last == 1 }
            }
            try await expect(200, client)
        }
        #expect(house.asked.count(VerifySession.self) == 0)
    }

    @Test func `revocations before the start are requested`() async throws {
        let house = House()
        house.feed.end(house.session, number: 5)
        let gateway = gateway(house)
        try await gateway.application.test(.router) { http in
            try await eventually("not opened") { house.feed.opened.count == 1 }
            #expect(house.feed.opened == [0])
            #expect(!gateway.sessions.areKnown)
            house.feed.end(house.session, number: 5)
            try await eventually("not ready") { gateway.sessions.areKnown }
            let client = Client(http: http, token: try await house.token())
            try await expect(401, client)
        }
        #expect(house.asked.count(VerifySession.self) == 0)
    }

    @Test(arguments: [1_999, 2_000])
    func `after two seconds of silence the stream counts as lost`(milliseconds: Int) async throws {
        let house = House()
        try await gateway(house).test(token: house.token()) { client in
            house.clocks.advance(by: .milliseconds(milliseconds))
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == (milliseconds < 2_000 ? 0 : 1))
        }
    }

    @Test func `during silence identity is asked about each session`() async throws {
        var house = House()
        house.verified = VerifySession.Reply(isActive: false, user: nil, isModerator: false)
        let silent = house
        try await gateway(silent).test(token: silent.token()) { client in
            try await expect(200, client)
            silent.clocks.advance(by: .seconds(2))
            try await expect(401, client)
        }
        #expect(silent.asked.all(VerifySession.self).map(\.call.session) == [silent.session])
    }

    @Test func `during silence a session of another user is refused`() async throws {
        var house = House()
        house.verified = VerifySession.Reply(isActive: true, user: UserID(), isModerator: false)
        let silent = house
        try await gateway(silent).test(token: silent.token()) { client in
            silent.clocks.advance(by: .seconds(2))
            try await expect(401, client)
        }
    }

    @Test func `during silence without identity no request is authenticated`() async throws {
        var house = House()
        house.verified = nil
        let silent = house
        let gateway = gateway(silent)
        try await gateway.test(token: silent.token()) { client in
            try await expect(200, client)
            silent.clocks.advance(by: .seconds(2))
            let answer = try await client.ask(.get, "/v1/me")
            #expect(answer.status == 503)
            #expect(answer.headers[.retryAfter] == "1")
            #expect(!gateway.sessions.areKnown)
        }
    }

    @Test func `a silent stream is reopened, and identity is not asked again`() async throws {
        let house = House()
        let gateway = gateway(house)
        try await gateway.test(token: house.token()) { client in
            house.feed.end(SessionID(), number: 1)
            try await eventually("not heard") {
                gateway.sessions.revocations { log, _ in log.last == 1 }
            }
            house.clocks.advance(by: .seconds(2))
            try await eventually("not opened again") { house.feed.opened.count == 2 }
            #expect(house.feed.opened == [0, 1])
            try await eventually("not ready") { gateway.sessions.areKnown }
            let before = house.asked.count(VerifySession.self)
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == before)
        }
    }

    @Test func `after a gap in the numbers identity is asked`() async throws {
        let house = House()
        let gateway = gateway(house)
        try await gateway.test(token: house.token()) { client in
            house.feed.end(SessionID(), number: 1)
            house.feed.end(SessionID(), number: 3)
            try await eventually("not opened again") { house.feed.opened.count >= 2 }
            #expect(house.feed.opened.dropFirst().first == 1)
            #expect(!gateway.sessions.areKnown)
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == 1)
            house.feed.end(house.session, number: 2)
            house.feed.end(SessionID(), number: 3)
            try await eventually("not caught up") { gateway.sessions.areKnown }
            try await expect(401, client)
        }
    }

    @Test func `after a newer heartbeat identity is asked until the rest arrives`() async throws {
        let house = House()
        let gateway = gateway(house)
        try await gateway.test(token: house.token()) { client in
            house.feed.heartbeat(1)
            try await eventually("not behind") { !gateway.sessions.areKnown }
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == 1)
            house.feed.end(SessionID(), number: 1)
            try await eventually("not caught up") { gateway.sessions.areKnown }
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == 1)
        }
        #expect(house.feed.opened == [0])
    }

    @Test func `after a lost stream identity is asked until it is back`() async throws {
        let house = House()
        let gateway = gateway(house)
        try await gateway.test(token: house.token()) { client in
            house.feed.breakOff(down: true)
            try await eventually("not lost") { !gateway.sessions.areKnown }
            try await expect(200, client)
            #expect(house.asked.count(VerifySession.self) == 1)
            house.feed.breakOff(down: false)
            try await eventually("not back") { gateway.sessions.areKnown }
        }
    }

    @Test func `while identity is asked, its reply decides who is a moderator`() async throws {
        var house = House()
        house.verified = VerifySession.Reply(isActive: true, user: house.ana, isModerator: false)
        let silent = house
        let token = try await silent.tokens.token(silent.ana, silent.session) { $0.mod = true }
        try await gateway(silent).test(token: token) { client in
            silent.clocks.advance(by: .seconds(2))
            try await expect(200, client)
        }
        #expect(silent.asked.all(GetMe.self).map(\.context.isModerator) == [false])
    }
}
