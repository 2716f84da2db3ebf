import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import Identifiers
import Logging
import NIOCore
import RPC
import TestBasics
import Testing
import Values
import Wire

@testable import Gateway

/// How many requests a gateway accepts from a user and from an address.
@Suite struct ClientLimitsTests {
    private func house(
        perUser: Int = 1_000,
        perAddress: Int = 1_000,
        exempt: String? = nil,
        proxies: String? = nil
    ) -> House {
        var house = House()
        house.requests = ClientLimits(
            perUser: perUser,
            perAddress: perAddress,
            exempt: exempt.flatMap { Networks($0) } ?? Networks()
        )
        house.proxies = proxies.flatMap { Networks($0) } ?? Networks()
        return house
    }

    private func gateway(_ house: House) -> Gateway {
        house.gateway(identity: {
            $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
        })
    }

    private func expect(
        _ status: Int,
        _ client: Client,
        at path: String = "/v1/friends",
        from address: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await client.ask(.get, path, headers: [.xForwardedFor: address])
        #expect(answer.status == status, sourceLocation: sourceLocation)
    }

    @Test func `a user has a budget, whatever the address`() async throws {
        let house = house(perUser: 3)
        let token = try await house.token()
        let other = try await house.tokens.token(UserID(), SessionID())
        try await gateway(house).test(token: token) { client in
            for _ in 0..<3 { try await expect(200, client, from: "192.0.2.1") }
            let refused = try await client.ask(.get, "/v1/friends")
            #expect(refused.status == 429)
            #expect(try refused.code == "gateway.requests_exhausted")
            #expect(refused.headers[.retryAfter] == "20")
            let bo = try await client.ask(
                .get,
                "/v1/friends",
                headers: [.authorization: "Bearer \(other)"]
            )
            #expect(bo.status == 200)
            house.clocks.advance(by: .seconds(20))
            try await expect(200, client, from: "192.0.2.1")
            try await expect(429, client, from: "192.0.2.1")
        }
        #expect(house.asked.count(ListFriends.self) == 5)
    }

    @Test func `an invalid token costs no user anything`() async throws {
        let house = house(perUser: 1)
        try await gateway(house).test(token: house.token()) { client in
            for _ in 0..<3 {
                let answer = try await client.ask(
                    .get,
                    "/v1/friends",
                    headers: [.authorization: "Bearer x"]
                )
                #expect(answer.status == 401)
            }
            try await expect(200, client, from: "192.0.2.1")
        }
    }

    @Test func `an address has one budget for all users and routes`() async throws {
        let house = house(perAddress: 3, proxies: "127.0.0.0/8, ::1")
        try await gateway(house).test(.live, token: house.token()) { client in
            try await expect(200, client, at: "/v1/friends", from: "192.0.2.1")
            try await expect(404, client, at: "/v1/nothing", from: "192.0.2.1")
            try await expect(200, client, at: "/openapi.yaml", from: "192.0.2.1")
            try await expect(429, client, at: "/v1/friends", from: "192.0.2.1")
            try await expect(429, client, at: "/v1/nothing", from: "192.0.2.1")
            try await expect(200, client, at: "/v1/friends", from: "192.0.2.2")
        }
    }

    @Test func `an IPv6 network counts as one address`() async throws {
        let house = house(perAddress: 2, proxies: "127.0.0.0/8, ::1")
        try await gateway(house).test(.live, token: house.token()) { client in
            try await expect(200, client, from: "2001:db8:1:1::1")
            try await expect(200, client, from: "2001:db8:1:1:ffff::2")
            try await expect(429, client, from: "2001:db8:1:1::3")
            try await expect(200, client, from: "2001:db8:1:2::1")
        }
    }

    @Test func `an exempt network is exempt from both limits`() async throws {
        let house = house(
            perUser: 1,
            perAddress: 1,
            exempt: "192.0.2.0/24",
            proxies: "127.0.0.0/8, ::1"
        )
        try await gateway(house).test(.live, token: house.token()) { client in
            for _ in 0..<5 { try await expect(200, client, from: "192.0.2.77") }
            try await expect(200, client, from: "192.0.3.1")
            try await expect(429, client, from: "192.0.3.1")
        }
    }

    @Test func `services get the client's address, not the proxy's`() async throws {
        let house = house(proxies: "127.0.0.0/8, ::1")
        try await gateway(house).test(.live, token: house.token()) { client in
            _ = try await client.ask(.get, "/v1/friends", headers: [.xForwardedFor: "192.0.2.9"])
            _ = try await client.ask(.get, "/v1/friends")
        }
        let heard = house.asked.all(ListFriends.self).map(\.context.clientAddress)
        #expect(heard.first == "192.0.2.9")
        #expect(["127.0.0.1", "::1"].contains(heard.last))
    }

    @Test func `each gateway has its share`() async throws {
        var house = house(perUser: 4)
        house.gateways = .number(2)
        let shared = house
        try await gateway(shared).test(token: shared.token()) { client in
            try await expect(200, client, from: "192.0.2.1")
            try await expect(200, client, from: "192.0.2.1")
            try await expect(429, client, from: "192.0.2.1")
        }
    }

    @Test func `gateways are counted by their name, and a failed lookup changes nothing`() async {
        let gateways = GatewayCount(1)
        let answers = [3, nil, 0, 2]
        for (answer, count) in zip(answers, [3, 3, 1, 2]) {
            let census = GatewayDiscovery(
                gateways: gateways,
                name: "gateway.example.org",
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            ) { name in
                #expect(name == "gateway.example.org")
                return answer
            }
            await census.take()
            #expect(gateways.count == count)
        }
    }

    @Test func `this machine's name has an address`() async {
        let gateways = GatewayCount(7)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        await GatewayDiscovery(gateways: gateways, name: "localhost", logger: logger).take()
        #expect(gateways.count == 1)
        gateways.replace(7)
        await GatewayDiscovery(gateways: gateways, name: "no.such.invalid", logger: logger).take()
        #expect(gateways.count == 7)
    }

    @Test(arguments: [
        ("1", GatewayCountSetting.number(1)), ("1000", .number(1_000)), ("0", nil), ("1001", nil),
        ("-1", nil), ("+1", nil), ("01", nil), ("1.5", nil), ("gatewayd", .name("gatewayd")),
        ("gateway.example.org", .name("gateway.example.org")), ("two gateways", nil), ("", nil),
        ("gatewayd:8080", nil),
    ])
    func `gateways are set as a number or a host name`(text: String, count: GatewayCountSetting?) {
        #expect(GatewayCountSetting(text) == count)
    }
}
