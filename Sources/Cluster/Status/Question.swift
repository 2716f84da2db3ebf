import FoundationEssentials
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#endif

/// A health check of a process, on a connection of its own.
struct Question: Sendable {
    /// The address a process listens on.
    enum Address: Hashable, Sendable {
        /// A port of the loopback interface.
        case port(Int)
        /// The path of a socket.
        case socket(String)
    }

    /// The answer to a health check.
    struct Answer: Hashable, Sendable {
        let report: Report
        /// The release of the time zones by which a service counts days.
        var tzdata: String?
    }

    let address: Address
    private let bytes: [UInt8]
    /// Whether the received bytes are enough; otherwise reads until the connection ends.
    private let isWhole: @Sendable (ByteBuffer) -> Bool
    private let read: @Sendable ([UInt8]) -> Answer

    /// The result of a health check.
    enum Report: Hashable, Sendable {
        /// It works.
        case ready
        /// It works, but lacks something.
        case degraded(String)
        /// It does not work, and why.
        case waiting(String)
        /// Nothing listens.
        case closed
        /// It listens, but does not answer.
        case silent
        /// This user may not ask it.
        case forbidden
    }

    /// Asks a service on its admin port.
    static func service(adminPort: Int) -> Question {
        Question(
            address: .port(adminPort),
            bytes: Array(
                "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8
            ),
            isWhole: { _ in false },
            read: { Answer(report: report(ofHTTP: $0), tzdata: tzdata(inHTTP: $0)) }
        )
    }

    /// Begins to sign in to the database, and disconnects when asked for a password: that shows
    /// that it accepts connections.
    static func database(socketsIn directory: String) -> Question {
        let version: [UInt8] = [0, 3, 0, 0]
        let words = "user\0identity\0database\0gauntlet\0\0"
        let length = UInt8(4 + version.count + words.utf8.count)
        return Question(
            address: .socket("\(directory)/.s.PGSQL.5432"),
            bytes: [0, 0, 0, length] + version + Array(words.utf8),
            isWhole: { $0.getInteger(at: $0.readerIndex) == UInt8(ascii: "R") },
            read: { Answer(report: report(ofPostgres: $0)) }
        )
    }

    /// The maximum bytes of an answer.
    private static let bytesMax = 1 << 16

    /// Asks, and waits at most `limit` for the answer.
    func ask(within limit: Duration) async -> Answer {
        await withTaskGroup(of: Answer.self) { group in
            group.addTask { await answer(within: limit) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return Answer(report: .silent)
            }
            let first = await group.next() ?? Answer(report: .silent)
            group.cancelAll()
            return first
        }
    }

    private func answer(within limit: Duration) async -> Answer {
        do {
            let answer = try await exchange(connectingWithin: limit)
            return answer.isEmpty ? Answer(report: .closed) : read(answer)
        } catch let error as IOError {
            let report: Report =
                switch error.errnoCode {
                case EACCES, EPERM: .forbidden
                // The socket's queue is full.
                case EAGAIN: .silent
                default: .closed
                }
            return Answer(report: report)
        } catch is ChannelError {
            return Answer(report: .silent)
        } catch {
            return Answer(report: .closed)
        }
    }

    private func exchange(connectingWithin limit: Duration) async throws -> [UInt8] {
        let address =
            switch address {
            case .port(let port): try SocketAddress(ipAddress: "127.0.0.1", port: port)
            case .socket(let path): try SocketAddress(unixDomainSocketPath: path)
            }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(TimeAmount(limit))
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: bytes))
            var answer = ByteBuffer()
            for try await part in inbound {
                answer.writeImmutableBuffer(part)
                if isWhole(answer) || answer.readableBytes > Self.bytesMax { break }
            }
            return Array(answer.readableBytesView)
        }
    }

    /// Parses the answer of `/health/ready`.
    static func report(ofHTTP answer: [UInt8]) -> Report {
        let text = String(decoding: answer, as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].hasPrefix("HTTP/"),
            let end = text.firstRange(of: "\r\n\r\n")
        else { return .waiting("another program answers on its admin port") }
        let body = text[end.upperBound...].split(whereSeparator: \.isNewline).first ?? ""
        let degraded = "degraded: "
        switch (words[1], body) {
        case ("200", let body) where body.hasPrefix(degraded):
            return .degraded(String(body.dropFirst(degraded.count)))
        case ("200", _):
            return .ready
        default:
            return .waiting(body.isEmpty ? "its admin port answers \(words[1])" : String(body))
        }
    }

    /// The release of time zones in the answer of `/health/ready`.
    static func tzdata(inHTTP answer: [UInt8]) -> String? {
        let line = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix("tzdata ") }
        return line.map { String($0.dropFirst("tzdata ".count)) }
    }

    /// Parses PostgreSQL's answer to the start of a sign-in: a message of type `R` asks for
    /// authentication, one of type `E` has fields that each begin with a letter and end with a NUL.
    static func report(ofPostgres answer: [UInt8]) -> Report {
        guard answer.first == UInt8(ascii: "E") else {
            return answer.first == UInt8(ascii: "R")
                ? .ready : .waiting("another program answers on its socket")
        }
        let fields = answer.dropFirst(5).split(separator: 0)
        func field(_ letter: Unicode.Scalar) -> String? {
            fields.first { $0.first == UInt8(ascii: letter) }
                .map { String(decoding: $0.dropFirst(), as: UTF8.self) }
        }
        let message = field("M") ?? "it refuses connections"
        // Sent while it starts, stops or recovers; any other error concerns only this sign-in.
        return field("C") == "57P03" ? .waiting(message) : .degraded(message)
    }
}
