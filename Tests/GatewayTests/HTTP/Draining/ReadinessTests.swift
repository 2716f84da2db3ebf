import HummingbirdTesting
import TestKit
import Testing

@testable import Gateway

/// When a gateway reports that it is ready.
@Suite struct ReadinessTests {
    private let house = House()

    @Test func `a gateway whose port is not bound is not ready`() async throws {
        let gateway = house.gateway()
        #expect(!gateway.isReady)
        // Everything runs but the server.
        try await gateway.test(.router) { _ in
            #expect(gateway.sessions.areKnown)
            #expect(!gateway.isReady)
        }
    }

    @Test func `it is ready once clients can connect, until it stops`() async throws {
        let gateway = house.gateway()
        try await gateway.test(.live) { _ in
            try await eventually("never ready") { gateway.isReady }
            await gateway.connections.drain(within: .zero)
            #expect(!gateway.isReady)
        }
    }

    @Test
    func `it stays ready without identity, and reports that it does not follow revocations`()
        async throws
    {
        let gateway = house.gateway()
        try await gateway.test(.live) { _ in
            try await eventually("never ready") { gateway.isReady }
            #expect(gateway.isFollowingRevocations)
            house.feed.breakOff(down: true)
            try await eventually("never lags") { !gateway.isFollowingRevocations }
            #expect(gateway.isReady)
            // Silence counts like a stream that ended.
            house.clocks.advance(by: .seconds(3_600))
            #expect(gateway.isReady)
            house.feed.breakOff(down: false)
            try await eventually("never follows") { gateway.isFollowingRevocations }
            await gateway.connections.drain(within: .zero)
            #expect(!gateway.isReady)
        }
    }

    @Test func `it is not ready while no token can be verified`() async throws {
        var silent = house
        silent.verified = nil
        silent.feed.breakOff(down: true)
        let gateway = silent.gateway()
        try await gateway.application.test(.live) { _ in
            try await eventually("never listens") { gateway.connections.isListening }
            #expect(!gateway.isReady)
        }
    }
}
