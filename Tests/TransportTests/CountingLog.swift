import Logging
import TestKit

/// Counts the lines that would be logged.
struct CountingLog: LogHandler {
    let lines: Count
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(lines: Count, from level: Logger.Level = .trace) {
        self.lines = lines
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add()
    }
}
