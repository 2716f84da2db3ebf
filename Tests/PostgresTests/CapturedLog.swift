import Logging
import Synchronization

/// Keeps what would be logged.
final class CapturedLog: Sendable {
    private let messages = Mutex<[String]>([])

    var lines: [String] { messages.withLock { $0 } }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(log: CapturedLog) {
            self.log = log
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let unsaid = event.metadata?["unsaid"].map { " (\($0) unsaid)" } ?? ""
            log.messages.withLock { $0.append("\(event.message)\(unsaid)") }
        }
    }
}
