public import Logging
import Synchronization

/// Records log lines.
public final class CapturedLog: Sendable {
    public struct Line: Sendable {
        public let level: Logger.Level
        public let message: String
        /// The metadata of the line itself, without what its logger adds to every line.
        public let metadata: [String: String]
    }

    private let kept = Mutex<[Line]>([])
    private let level: Logger.Level

    /// - Parameter level: The lowest level that is recorded.
    public init(from level: Logger.Level = .trace) {
        self.level = level
    }

    public var lines: [Line] { kept.withLock { $0 } }

    /// Only the messages.
    public var messages: [String] { lines.map(\.message) }

    public var logger: Logger {
        Logger(label: "test") { _ in Sink(log: self, logLevel: level) }
    }

    private struct Sink: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                level: event.level,
                message: event.message.description,
                metadata: (event.metadata ?? [:]).mapValues(\.description)
            )
            log.kept.withLock { $0.append(line) }
        }
    }
}
