import Foundation
import Synchronization
import TestKit

#if canImport(Glibc)
import Glibc
#endif

/// A proxy between a client and the test's server, which a test can cut, close, freeze, and cut at
/// the very moment of a commit.
final class Proxy: Sendable {
    /// What happens to bytes and to new connections.
    enum Way: Sendable {
        case open
        /// Existing connections continue; new ones are closed at once.
        case closedToNew
        /// Existing connections continue; new ones are accepted, but transfer nothing.
        case frozenToNew
        /// Existing connections transfer nothing; new ones are closed at once.
        case frozenAndClosedToNew
        /// Everything is closed, and stays closed.
        case closed
        /// Nothing is transferred.
        case frozen
    }

    /// When the connection is lost during the next commit, the first on that connection: later ones
    /// do not contain the word.
    enum Cut: Sendable {
        /// The server never receives it.
        case beforeCommitArrives
        /// The server has committed and replies; the client never receives that.
        case beforeCommitIsAnswered
    }

    private struct State {
        var way = Way.open
        var cut: Cut?
        var isHolding = false
        var turnedAway = 0
        var isOver = false
    }

    private let listener: Int32
    private let server: (host: String, port: Int)
    private let state = Mutex(State())
    /// The port on 127.0.0.1 where it listens.
    let port: Int

    /// Runs a proxy to the test's database for the duration of `body`, which gets the URL through
    /// it.
    static func with(_ body: (Proxy, String) async throws -> Void) async throws {
        guard let url = FreshDatabase.current?.url, var parts = URLComponents(string: url) else {
            throw POSIXError(.EINVAL)
        }
        let proxy = try Proxy(to: parts.host ?? "127.0.0.1", parts.port ?? 5_432)
        defer { proxy.state.withLock { $0.isOver = true } }
        parts.host = "127.0.0.1"
        parts.port = proxy.port
        try await body(proxy, parts.string ?? "")
    }

    private init(to host: String, _ serverPort: Int) throws {
        server = (host, serverPort)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in accept() }
    }

    var way: Way {
        get { state.withLock { $0.way } }
        set { state.withLock { $0.way = newValue } }
    }

    /// Whether a client has sent bytes that are held back.
    var isHolding: Bool { state.withLock { $0.isHolding } }

    /// The number of new connections that were closed at once, or frozen.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// Makes the connection of the next commit fail at that moment.
    func cut(_ cut: Cut) {
        state.withLock { $0.cut = cut }
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func accept() {
        while !state.withLock({ $0.isOver }) {
            guard isReady(listener) else { continue }
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { continue }
            let way = state.withLock { state in
                switch state.way {
                case .open, .frozen: break
                case .closedToNew, .frozenToNew, .frozenAndClosedToNew, .closed:
                    state.turnedAway += 1
                }
                return state.way
            }
            switch way {
            case .open, .frozen:
                Thread.detachNewThread { [self] in carry(client, isLate: false) }
            case .frozenToNew:
                Thread.detachNewThread { [self] in carry(client, isLate: true) }
            case .closedToNew, .frozenAndClosedToNew, .closed:
                close(client)
            }
        }
        close(listener)
    }

    /// Forwards one connection's bytes until either side has closed, or the test ends it. A late
    /// one is forwarded only when new connections are allowed again.
    private func carry(_ client: Int32, isLate: Bool) {
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(client)
            close(upstream)
        }
        var address = Self.loopback(server.port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var goesOn = isConnected
        while goesOn {
            let (way, isOver) = state.withLock { ($0.way, $0.isOver) }
            if isOver { break }
            switch way {
            case .closed:
                goesOn = false
            case .frozen, .frozenAndClosedToNew:
                if isReady(client) { state.withLock { $0.isHolding = true } }
                usleep(2_000)
            case .frozenToNew where isLate:
                usleep(2_000)
            case .open, .closedToNew, .frozenToNew:
                goesOn =
                    move(from: client, to: upstream, isUpstream: true)
                    && move(from: upstream, to: client, isUpstream: false)
            }
        }
    }

    /// Forwards what has arrived; returns whether the connection continues.
    private func move(from source: Int32, to target: Int32, isUpstream: Bool) -> Bool {
        guard isReady(source) else { return true }
        // In this order: bytes sent after the way was changed are no longer forwarded.
        switch way {
        case .closed: return false
        case .frozen, .frozenAndClosedToNew: return true
        case .open, .closedToNew, .frozenToNew: break
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(source, &buffer, buffer.count)
        guard count > 0 else { return false }
        let bytes = buffer[..<count]
        guard !isCut(at: bytes, isUpstream: isUpstream) else { return false }
        var sent = 0
        while sent < count {
            let written = bytes[sent...].withUnsafeBytes {
                send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            sent += written
        }
        return true
    }

    private func isCut(at bytes: ArraySlice<UInt8>, isUpstream: Bool) -> Bool {
        state.withLock { state in
            let isMoment =
                switch state.cut {
                case .beforeCommitArrives: isUpstream
                case .beforeCommitIsAnswered: !isUpstream
                case nil: false
                }
            guard isMoment, bytes.contains(Array("COMMIT\0".utf8)) else { return false }
            state.cut = nil
            return true
        }
    }

    private func isReady(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 1) > 0
    }
}

extension ArraySlice<UInt8> {
    fileprivate func contains(_ words: [UInt8]) -> Bool {
        count >= words.count
            && indices.dropLast(words.count - 1).contains { self[$0...].starts(with: words) }
    }
}
