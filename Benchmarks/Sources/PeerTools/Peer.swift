import Foundation
import Transport

/// One process of a measurement: a server or a client, depending on the command line. `serve`
/// prints its port and answers until the process ends; `ask PORT WORK CALLERS MILLISECONDS` prints
/// one line of JSON (`Figures`).
public protocol Peer {
    /// Listens on a free loopback port, passes it to `listening`, and serves forever.
    static func serve(_ listening: (_ port: Int) -> Void) async throws

    /// Runs a client against a server, as the order specifies.
    static func ask(_ order: Order) async throws -> Figures
}

extension Peer {
    /// Does what the command line says. The event loops run all tasks, as in Gauntlet's services.
    public static func run() async {
        do {
            try await obey()
        } catch {
            FileHandle.standardError.write(Data("\(CommandLine.arguments[0]): \(error)\n".utf8))
            exit(1)
        }
    }

    private static func obey() async throws {
        guard EventLoopExecutor.install() else {
            throw PeerError("the event loops cannot be the executor in this build")
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["serve"] {
            try await serve { port in tell("\(port)") }
            return
        }
        guard arguments.first == "ask", let order = Order(arguments.dropFirst()) else {
            throw PeerError("serve, or ask PORT WORK CALLERS MILLISECONDS")
        }
        tell(String(decoding: try JSONEncoder().encode(try await ask(order)), as: UTF8.self))
    }

    private static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// What a client should do.
public struct Order: Sendable {
    /// The server's loopback port.
    public let port: Int
    public let work: Work
    /// The number of concurrent callers, each of which calls again as soon as it has a reply.
    public let callers: Int
    /// How long to measure.
    public let duration: Duration

    init?(_ arguments: ArraySlice<String>) {
        let words = Array(arguments)
        guard words.count == 4, let port = Int(words[0]), let work = Work(rawValue: words[1]),
            let callers = Int(words[2]), let milliseconds = Int(words[3])
        else { return nil }
        self.port = port
        self.work = work
        self.callers = callers
        duration = .milliseconds(milliseconds)
    }
}

/// The kind of call.
public enum Work: String, Sendable {
    /// About 100 bytes each way.
    case call
    /// About 100 bytes, answered with 64 KiB.
    case page
    /// 64 MiB streamed to the client.
    case stream

    /// The size of a page, and of one item of a stream.
    public static let pageBytes = 65_536
    /// The size of a stream.
    public static let streamBytes = 1_024 * pageBytes
}

/// The results of a client.
public struct Figures: Codable, Sendable {
    /// Replies per second.
    public var rate: Double
    /// The median latency, in seconds.
    public var median: Double
    /// The peak growth of the process' memory during the measurement, in bytes.
    public var growth: Double
}

/// Why a peer failed.
public struct PeerError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
