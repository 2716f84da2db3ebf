import TestKit
import Testing

@testable import Cluster

#if canImport(Glibc)
import Glibc
#endif

/// What a process reports about itself, and how it is interpreted.
struct QuestionTests {
    private func http(_ status: String, _ body: String) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\n\r\n\(body)".utf8)
    }

    @Test func `a service's health reply is parsed`() {
        let read = Question.report(ofHTTP:)
        #expect(read(http("200 OK", "ready\n")) == .ready)
        #expect(
            read(http("200 OK", "degraded: identity, media\n")) == .degraded("identity, media")
        )
        #expect(
            read(http("503 Service Unavailable", "waiting for database\n"))
                == .waiting("waiting for database")
        )
        #expect(read(http("404 Not Found", "")) == .waiting("its admin port answers 404"))
        #expect(
            read(Array("SSH-2.0".utf8)) == .waiting("another program answers on its admin port")
        )
    }

    @Test func `a service's release of the time zones is found in its health reply`() {
        let read = Question.tzdata(inHTTP:)
        #expect(read(http("200 OK", "ready\ntzdata 2026b\n")) == "2026b")
        #expect(read(http("200 OK", "degraded: zones\ntzdata 2026b\n")) == "2026b")
        #expect(read(http("200 OK", "ready\n")) == nil)
        #expect(Question.report(ofHTTP: http("200 OK", "ready\ntzdata 2026b\n")) == .ready)
    }

    @Test func `the database's sign-in reply is parsed`() {
        func error(_ state: String, _ message: String) -> [UInt8] {
            [UInt8(ascii: "E"), 0, 0, 0, 99]
                + Array("SFATAL\0VFATAL\0C\(state)\0M\(message)\0\0".utf8)
        }
        let read = Question.report(ofPostgres:)
        #expect(read([UInt8(ascii: "R"), 0, 0, 0, 23, 0, 0, 0, 10]) == .ready)
        let starting = "the database system is starting up"
        #expect(read(error("57P03", starting)) == .waiting(starting))
        let full = "sorry, too many clients already"
        #expect(read(error("53300", full)) == .degraded(full))
        #expect(read([0]) == .waiting("another program answers on its socket"))
    }

    private func taken(
        _ report: Question.Report,
        from state: ProcessState.State = .ready,
        isWatched: Bool = true
    ) -> String {
        var process = ProcessState(name: "media", pid: 1, state: state, address: "", restarts: 0)
        process.take(report, isWatched: isWatched)
        return process.reason.map { "\(process.state.rawValue): \($0)" } ?? process.state.rawValue
    }

    @Test func `a process' state follows from its report, or its silence`() {
        #expect(taken(.ready) == "ready")
        #expect(taken(.ready, from: .starting) == "ready")
        #expect(taken(.degraded("storage")) == "degraded: storage")
        #expect(taken(.waiting("waiting for database")) == "degraded: waiting for database")
        #expect(
            taken(.waiting("waiting for keys"), from: .starting) == "starting: waiting for keys"
        )
        #expect(taken(.closed) == "degraded: it does not listen")
        #expect(taken(.closed, from: .starting) == "starting: it does not listen")
        #expect(taken(.silent).hasPrefix("frozen: no answer within 0.8 s"))
        #expect(taken(.forbidden) == "degraded: this user may not connect to it")
        #expect(taken(.forbidden, from: .starting) == "starting: this user may not connect to it")
    }

    @Test func `a process without a supervisor is unsupervised, whatever it reports`() {
        #expect(taken(.ready, isWatched: false) == "unsupervised")
        #expect(taken(.degraded("storage"), isWatched: false) == "unsupervised: degraded: storage")
        #expect(taken(.silent, isWatched: false).hasPrefix("unsupervised: frozen: no answer"))
    }

    @Test func `closed, silent and forbidden processes are distinguished`() async throws {
        let ports = try ReservedPorts(1)
        let closed = Question.service(adminPort: ports.ports[0])
        #expect(await closed.ask(within: .seconds(60)).report == .closed)
        let missing = Question.database(socketsIn: "/nowhere")
        #expect(await missing.ask(within: .seconds(60)).report == .closed)
        let deaf = try Deaf()
        let silent = Question.service(adminPort: deaf.port)
        #expect(await silent.ask(within: .seconds(1)).report == .silent)
        withExtendedLifetime(deaf) {}
        withExtendedLifetime(ports) {}
    }

    @Test func `all are asked concurrently`() async throws {
        let deaf = try (0..<40).map { _ in try Deaf() }
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for one in deaf {
                group.addTask {
                    let answer = await Question.service(adminPort: one.port).ask(
                        within: .seconds(1)
                    )
                    #expect(answer.report == .silent)
                }
            }
        }
        // One after the other they would take 40 seconds.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    /// Listens on a port of the loopback interface, and never answers.
    private final class Deaf: Sendable {
        private let socket: CInt
        let port: Int

        init() throws {
            socket = try Ports.bind(0, of: "127.0.0.1")
            port = try #require(Self.port(of: socket))
            try #require(listen(socket, 8) == 0)
        }

        deinit {
            close(socket)
        }

        private static func port(of socket: CInt) -> Int? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(socket, $0, &length) == 0
                }
            }
            return isNamed ? Int(UInt16(bigEndian: address.sin_port)) : nil
        }
    }
}
