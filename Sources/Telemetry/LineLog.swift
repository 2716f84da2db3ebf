public import Logging
import Values

/// Writes each event as one line to standard error or a file: text for people, JSON for machines.
public struct LineLog: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level
    private let label: String
    private let service: String
    private let format: Format
    private let file: LogFile?

    /// The format of lines.
    public enum Format: String, CaseIterable, Sendable {
        /// `2026-03-01T09:30:00Z info identity Started. build=0.1.0`
        case text
        /// One object with string values; `time`, `level`, `service`, `logger` and `message` come
        /// first.
        case json
    }

    /// What is logged, and how.
    public struct Options: Sendable {
        /// The lowest level that is logged.
        public let level: Logger.Level
        /// The format of lines.
        public let format: Format

        public init(level: Logger.Level = .info, format: Format = .text) {
            self.level = level
            self.format = format
        }
    }

    /// Makes this the process' log.
    public static func bootstrap(service: String, _ options: Options, to file: LogFile? = nil) {
        LoggingSystem.bootstrap { label in
            LineLog(service: service, label: label, options, to: file)
        }
    }

    /// - Parameters:
    ///   - service: The process that logs.
    ///   - label: The logger's label.
    ///   - options: What is logged, and how.
    ///   - file: The file to write to; `nil` for standard error.
    public init(service: String, label: String, _ options: Options, to file: LogFile? = nil) {
        self.service = service
        self.label = label
        self.file = file
        logLevel = options.level
        format = options.format
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let line = line(event, at: .now())
        if let file { file.write(line) } else { StandardError.write(line) }
    }

    /// The line, including its line feed.
    func line(_ event: LogEvent, at instant: Instant) -> String {
        var line = ""
        line.reserveCapacity(256)
        switch format {
        case .text:
            line += "\(instant) \(event.level) \(service) "
            line += event.message.description.onOneLine
            for (key, value) in fields(of: event) {
                line += " "
                line += key
                line += "="
                line += value.description.onOneLine
            }
        case .json:
            line += "{\"time\":\"\(instant)\",\"level\":\"\(event.level)\""
            Self.write("service", service, to: &line)
            Self.write("logger", label, to: &line)
            Self.write("message", event.message.description, to: &line)
            for (key, value) in fields(of: event) {
                // An object must not repeat a key.
                let name = Self.own.contains(key) ? key + "_" : key
                Self.write(name, value.description, to: &line)
            }
            line += "}"
        }
        line += "\n"
        return line
    }

    /// The event's metadata and the logger's, sorted by key; the event's takes precedence.
    private func fields(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var all = event.metadata ?? [:]
        if !metadata.isEmpty { all.merge(metadata) { own, _ in own } }
        if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
        return all.sorted { $0.key < $1.key }
    }

    /// The keys that every object has.
    private static let own: Set = ["time", "level", "service", "logger", "message"]

    private static func write(_ name: String, _ value: String, to line: inout String) {
        line += ",\"\(escaped(name))\":\"\(escaped(value))\""
    }

    private static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
