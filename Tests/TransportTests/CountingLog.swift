import Logging

/// Counts the lines that would be logged.
struct CountingLog: LogHandler {
    let lines: Count
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(lines: Count) {
        self.lines = lines
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add()
    }
}
