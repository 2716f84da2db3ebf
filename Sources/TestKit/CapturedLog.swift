public import Logging
import Synchronization

/// Keeps what is logged.
public final class CapturedLog: Sendable {
    public struct Line: Sendable {
        public let level: Logger.Level
        public let message: String
        /// What the line itself says, beyond what its logger says of every line.
        public let metadata: [String: String]
    }

    private let kept = Mutex<[Line]>([])
    private let level: Logger.Level

    /// - Parameter level: What is below it is not kept.
    public init(from level: Logger.Level = .trace) {
        self.level = level
    }

    public var lines: [Line] { kept.withLock { $0 } }

    /// The sentences alone.
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
