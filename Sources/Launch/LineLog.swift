import Logging
import Values

/// Writes each event as one line to the standard error: text for people, JSON for machines.
struct LineLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let service: String
    private let format: Format

    /// How lines look.
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    struct Options: Sendable {
        let level: Logger.Level
        let format: Format
    }

    /// Makes this the process' log.
    static func bootstrap(service: String, _ options: Options) {
        LoggingSystem.bootstrap { label in
            LineLog(service: service, label: label, options)
        }
    }

    init(service: String, label: String, _ options: Options) {
        self.service = service
        self.label = label
        logLevel = options.level
        format = options.format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardError.write(line(event, at: .now()))
    }

    /// The line with its end.
    func line(_ event: LogEvent, at instant: Instant) -> String {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        switch format {
        case .text:
            let pairs = fields.map { " \($0.key)=\(Self.oneLine("\($0.value)"))" }.joined()
            return
                "\(instant) \(event.level) \(service) \(Self.oneLine("\(event.message)"))\(pairs)\n"
        case .json:
            var pairs: [(String, String)] = [
                ("time", "\(instant)"), ("level", "\(event.level)"), ("service", service),
                ("logger", label), ("message", "\(event.message)"),
            ]
            pairs += fields.map { ($0.key, "\($0.value)") }
            let members = pairs.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
            return "{\(members.joined(separator: ","))}\n"
        }
    }

    /// No value can begin a line of its own.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return text
        }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
            )
        )
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
