import HTTPTypes
import HummingbirdTesting
import Logging
import TestKit
import Testing
import Values

@testable import Gateway

@Suite struct UntrustedForwardingTests {
    private let log = CapturedLog()
    private let clocks = TestClocks()

    @Test func `the operator is warned once an hour`() throws {
        let forwarding = UntrustedForwarding(
            logger: log.logger,
            uptime: { [clocks] in clocks.uptime }
        )
        let peer = try #require(IPAddress("192.0.2.1"))
        forwarding.note([:], from: peer)
        #expect(log.lines.isEmpty)
        forwarding.note([.xForwardedFor: "198.51.100.1"], from: peer)
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.first?.metadata["address"] == "192.0.2.1")
        #expect(log.messages.first?.contains("GAUNTLET_TRUSTED_PROXIES") == true)
        clocks.advance(by: .hours(1) - .seconds(1))
        forwarding.note([.forwarded: "for=198.51.100.1"], from: peer)
        #expect(log.lines.count == 1)
        clocks.advance(by: .seconds(1))
        forwarding.note([.forwarded: "for=198.51.100.1"], from: peer)
        #expect(log.lines.count == 2)
    }

    @Test(arguments: [true, false])
    func `a trusted proxy causes no warning`(isTrusted: Bool) async throws {
        var house = House()
        house.logger = log.logger
        house.proxies = isTrusted ? try #require(Networks("127.0.0.1, ::1")) : Networks()
        try await house.gateway().test(.live) { client in
            for _ in 1...3 {
                _ = try await client.ask(
                    .get,
                    "/openapi.yaml",
                    headers: [.xForwardedFor: "198.51.100.1"]
                )
            }
        }
        let warnings = log.lines.count { $0.message.contains("GAUNTLET_TRUSTED_PROXIES") }
        #expect(warnings == (isTrusted ? 0 : 1))
    }
}
