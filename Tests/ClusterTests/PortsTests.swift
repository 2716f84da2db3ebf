import Foundation
import TestKit
import Testing

@testable import Cluster

extension Ports {
    /// Why a port cannot be bound at present; `nil` if it can.
    static func finding(at port: Int, of host: String) -> Finding? {
        do {
            close(try bind(port, of: host))
            return nil
        } catch {
            return error.finding
        }
    }
}

struct PortsTests {
    @Test func `reserved ports are exclusive, and servers can listen on them`() throws {
        let first = try ReservedPorts(2, in: 11_000...11_999)
        let second = try ReservedPorts(2, in: 11_000...11_999)
        #expect(Set(first.ports).union(second.ports).count == 4)
        let range = UInt16(first.ports[0])...UInt16(first.ports[1])
        #expect(throws: ClusterError.self) { _ = try ReservedPorts(1, in: range).ports }
        for port in first.ports {
            #expect(Ports.finding(at: port, of: "127.0.0.1") == nil)
        }
        withExtendedLifetime((first.ports, second.ports)) {}
    }

    @Test func `ports are free again once the reservation is gone`() async throws {
        let port = try UInt16(Self.reservedForAMoment())
        // Another program may have it for a moment.
        try await eventually("the port is free again", within: .seconds(60)) {
            (try? ReservedPorts(1, in: port...port).ports) == [Int(port)]
        }
    }

    private static func reservedForAMoment() throws -> Int {
        let reserved = try ReservedPorts(1, in: 11_000...11_999)
        #expect(Ports.finding(at: reserved.ports[0], of: "127.0.0.1") == nil)
        return reserved.ports[0]
    }

    @Test func `callers are refused once the supervisor and all processes closed a socket`()
        async throws
    {
        let reserved = try ReservedPorts(1, in: 11_000...11_999)
        let port = reserved.ports[0]
        let socket = try ListeningSocket(port, of: "127.0.0.1")
        let copies = [try socket.copy(), try socket.copy()]
        for copy in copies { #expect(fcntl(copy, F_GETFD) & FD_CLOEXEC != 0) }
        #expect(Ports.finding(at: port, of: "127.0.0.1") == nil)
        // From the first process on, whoever runs.
        #expect(listen(copies[0], 1) == 0)
        close(copies[0])
        #expect(Ports.finding(at: port, of: "127.0.0.1") == .inUse)
        socket.close()
        #expect(Ports.finding(at: port, of: "127.0.0.1") == .inUse)
        close(copies[1])
        // A process that another test starts has a copy for a moment.
        try await eventually("the port is free", within: .seconds(60)) {
            Ports.finding(at: port, of: "127.0.0.1") == nil
        }
        #expect(throws: ClusterError("the cluster is stopping")) { try socket.copy() }
        withExtendedLifetime(reserved.ports) {}
    }

    @Test func `the address that will be bound is the one that is checked`() throws {
        let reserved = try ReservedPorts(1, in: 11_000...11_999)
        let port = reserved.ports[0]
        let listener = try Listener(port)
        defer { listener.close() }
        #expect(Ports.finding(at: port, of: "127.0.0.1") == .inUse)
        #expect(Ports.finding(at: port, of: "localhost") != .notHere)
        #expect(Ports.finding(at: port, of: "0.0.0.0") == .inUse)
        // Another address of the same machine is independent.
        #expect(Ports.finding(at: port, of: "127.0.0.2") == nil)
        #expect(Ports.finding(at: port, of: "192.0.2.1") == .notHere)
        // A label has at most 63 bytes, so that no server is asked for this name.
        let name = String(repeating: "x", count: 64) + ".invalid"
        #expect(Ports.finding(at: port, of: name) == .notHere)
    }

    @Test(arguments: [
        (
            Ports.Finding.inUse,
            "port 80 is in use: stop the program using it, or choose another with --port"
        ),
        (.forbidden, "port 80 needs root, or CAP_NET_BIND_SERVICE: choose another with --port"),
        (.notHere, "192.0.2.1 is not an address of this machine: choose another with --host"),
    ])
    func `why a port cannot be bound, and what to do, fits one line`(
        finding: Ports.Finding,
        line: String
    ) {
        #expect("\(Ports.Unbound(port: 80, host: "192.0.2.1", finding: finding))" == line)
    }

    /// Listens on a port of the loopback interface.
    private struct Listener {
        private let socket: Int32

        init(_ port: Int) throws {
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var isReused: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, 4)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let socket = socket
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            try #require(isBound && listen(socket, 1) == 0)
        }

        func close() {
            Foundation.close(socket)
        }
    }
}
