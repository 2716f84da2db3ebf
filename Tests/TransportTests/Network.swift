import Logging
import RPC
import Wire

@testable import Transport

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// The keys that both sides of a test share.
let sharedKeys = ClusterKeys.test("shared")

extension ClusterKeys {
    /// Returns the same key for the same name.
    static func test(_ name: String) -> ClusterKeys {
        let bytes = (Array(name.utf8) + [UInt8](repeating: 7, count: 32)).prefix(32)
        do {
            return try ClusterKeys(text: "\(name):\(base64(Array(bytes)))")
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension TransportTiming {
    /// Long enough for a busy machine.
    static var patient: TransportTiming {
        var timing = TransportTiming()
        timing.handshake = .seconds(20)
        timing.call = .seconds(60)
        timing.drain = .seconds(60)
        timing.connection = .seconds(60)
        timing.pingAfter = .seconds(60)
        timing.closeAfter = .seconds(120)
        return timing
    }

    /// A short drain.
    static var shortDrain: TransportTiming {
        var timing = patient
        timing.drain = .milliseconds(500)
        timing.farewell = .milliseconds(100)
        return timing
    }

    /// Short enough that a test that waits for one of them ends soon.
    static var short: TransportTiming {
        var timing = TransportTiming()
        timing.handshake = .seconds(1)
        timing.pingAfter = .milliseconds(300)
        timing.closeAfter = .milliseconds(1_500)
        timing.drain = .milliseconds(1_500)
        timing.farewell = .milliseconds(200)
        return timing
    }
}

/// Runs a server while the body runs, and then closes everything at once.
@discardableResult
func withServer<Result: Sendable>(
    _ switchboard: Switchboard = echoes,
    name: ServiceName = .challenges,
    keys: ClusterKeys = sharedKeys,
    port: Int = 0,
    tls: TLS? = nil,
    calls: CallLimits = .standard,
    unread: UnreadBudget = .roomy,
    timing: TransportTiming = .patient,
    _ body: (Server, Int) async throws -> Result
) async throws -> Result {
    let server = Server(
        name: name,
        switchboard: switchboard,
        keys: keys,
        host: "127.0.0.1",
        port: port,
        build: "test",
        logger: quiet,
        tls: tls,
        calls: calls,
        unread: unread,
        timing: timing
    )
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        let result = try await body(server, server.boundPort())
        group.cancelAll()
        return result
    }
}

/// Runs a caller of ports on this machine while the body runs.
@discardableResult
func withCaller<Result: Sendable>(
    of ports: [Int],
    to service: ServiceName = .challenges,
    as name: ServiceName = .gateway,
    keys: ClusterKeys = sharedKeys,
    tls: TLS? = nil,
    connectionsPerAddress: Int = 1,
    unread: UnreadBudget = .roomy,
    timing: TransportTiming = .patient,
    logger: Logger = quiet,
    _ body: (RemoteCaller) async throws -> Result
) async throws -> Result {
    let caller = try RemoteCaller(
        to: service,
        as: name,
        endpoints: ports.map { "127.0.0.1:\($0)" },
        keys: keys,
        tls: tls,
        connectionsPerAddress: connectionsPerAddress,
        unread: unread,
        build: "test",
        logger: logger,
        timing: timing
    )
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await caller.run() }
        let result = try await body(caller)
        group.cancelAll()
        return result
    }
}

/// Runs a server and a caller of it.
@discardableResult
func withNetwork<Result: Sendable>(
    _ switchboard: Switchboard = echoes,
    as name: ServiceName = .gateway,
    timing: TransportTiming = .patient,
    _ body: (RemoteCaller) async throws -> Result
) async throws -> Result {
    try await withServer(switchboard, timing: timing) { _, port in
        try await withCaller(of: [port], as: name, timing: timing, body)
    }
}

/// Waits until a condition holds; the test's time limit ends an endless wait.
func until(_ holds: () async throws -> Bool) async throws {
    while try await !holds() {
        try Task.checkCancellation()
        try await Task.sleep(for: .milliseconds(2))
    }
}

private func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = Array(bytes[start..<min(start + 3, bytes.count)])
        let word = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
        for index in 0..<4 {
            text.append(index <= group.count ? digits[word >> (18 - 6 * index) & 63] : "=")
        }
    }
    return text
}
