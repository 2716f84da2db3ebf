import RPC
import Testing
import Wire

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct CallTests {
    @Test func `a call is answered over the network`() async throws {
        let reply = try await withNetwork { caller in
            try await caller.call(Echo(text: "hello"), in: CallContext())
        }
        #expect(reply.text == "hello")
    }
}
