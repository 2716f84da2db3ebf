import Foundation
import Testing

/// `deploy/healthy` is a container's health check: the image has no curl.
struct HealthyTests {
    /// Answers one request on its own port, or accepts the connection and sends nothing.
    private static let server = """
        import socket, sys
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        peer, _ = listener.accept()
        request = b""
        while b"\\r\\n\\r\\n" not in request:
            request += peer.recv(4096)
        if sys.argv[1] == "silent":
            peer.recv(4096)
        if request.startswith(b"GET /health/ready HTTP/1.1\\r\\n") and b"\\r\\nHost: " in request:
            peer.sendall(f"HTTP/1.1 {sys.argv[1]}\\r\\nContent-Length: 0\\r\\n\\r\\n".encode())
        """

    @Test(arguments: [
        ("200 OK", true), ("503 Service Unavailable", false), ("404 Not Found", false),
        ("500 200", false), ("silent", false),
    ])
    func `only a server that answers 200 is ready`(answer: String, isReady: Bool) async throws {
        var isSaidReady = try await says(answer)
        // A server that takes too long is not ready; on a busy machine that may happen to ours.
        for _ in 0..<20 where isReady && !isSaidReady { isSaidReady = try await says(answer) }
        #expect(isSaidReady == isReady)
    }

    /// Whether `deploy/healthy` considers a server with this answer ready.
    private func says(_ answer: String) async throws -> Bool {
        let outcome = try await Outcome.of([
            "bash", "-c",
            """
            coproc /usr/bin/python3 -c "$1" "$2"
            read -r port <&"${COPROC[0]}"
            "$0" "$port"
            echo "$port $?"
            kill -9 "$COPROC_PID"
            """,
            Repository.root.appending(path: "deploy/healthy").path, Self.server, answer,
        ])
        let said = try #require(outcome.output.wholeMatch(of: /\d+ ([01])\n/), "\(outcome.error)")
        return said.1 == "0"
    }

    @Test func `without a listener nothing is ready`() async throws {
        // A port below the ephemeral range, which none of our programs uses.
        #expect(try await Outcome.script("healthy", "1").status != 0)
    }
}
