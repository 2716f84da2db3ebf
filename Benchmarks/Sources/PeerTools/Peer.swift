import Foundation
import Transport

/// One process of a measurement: a server, or whoever asks it. The command line says which:
/// `serve` prints its port and answers until the process ends, `ask PORT WORK CALLERS MILLISECONDS`
/// prints one line of JSON (`Figures`).
public protocol Peer {
    /// Listens on a free port of loopback, says which, and answers for ever.
    static func serve(_ listening: (_ port: Int) -> Void) async throws

    /// Asks a server as often as the order says.
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

/// What whoever asks is to do.
public struct Order: Sendable {
    /// Where the server listens on loopback.
    public let port: Int
    public let work: Work
    /// How many ask at the same time, each again as soon as it was answered.
    public let callers: Int
    /// How long.
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

/// What is asked.
public enum Work: String, Sendable {
    /// About a hundred bytes each way.
    case call
    /// About a hundred bytes, answered by 64 KiB.
    case page
    /// 64 MiB that flow to whoever asked.
    case stream

    /// The length of a page, and of one item of a stream.
    public static let pageBytes = 65_536
    /// The length of a stream.
    public static let streamBytes = 1_024 * pageBytes
}

/// What whoever asked has measured.
public struct Figures: Codable, Sendable {
    /// How many answers came per second.
    public var rate: Double
    /// How long half of them took at most, in seconds.
    public var median: Double
    /// By how many bytes the process' memory grew at most while it asked.
    public var growth: Double
}

/// Why a peer cannot do what it should.
public struct PeerError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
