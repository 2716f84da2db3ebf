import Configuration
import Logging
import Telemetry
public import Transport
public import Values
public import Wire

/// What the operator sets, from flags, then the environment (`GAUNTLET_…`), then what a data
/// directory implies.
public struct Settings: Sendable {
    private let reader: ConfigReader
    /// Which service reads them.
    public let name: ServiceName
    /// How log lines look.
    let log: LineLog.Options

    /// Reads `--log-level` as `GAUNTLET_LOG_LEVEL`, and so on for every setting.
    ///
    /// - Parameters:
    ///   - name: Which service reads.
    ///   - environment: The process' own by default.
    ///   - arguments: The process' own by default.
    /// - Throws: `SettingError` where a word is none of the choices.
    public init(
        name: ServiceName,
        environment: [String: String]? = nil,
        arguments: [String]? = nil
    ) throws {
        let variables =
            environment.map { EnvironmentVariablesProvider(environmentVariables: $0) }
            ?? EnvironmentVariablesProvider()
        let flags =
            arguments.map { CommandLineArgumentsProvider(arguments: $0) }
            ?? CommandLineArgumentsProvider()
        reader = ConfigReader(providers: [flags, variables.prefixKeys(with: "gauntlet")])
        self.name = name
        log = LineLog.Options(
            level: try Self.choice(reader, "log.level", default: .info),
            format: try Self.choice(reader, "log.format", default: .text)
        )
    }

    /// A text; `nil` where it is not set.
    public func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey(key)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// One of an enum's words.
    public func choice<Choice>(_ key: String, default fallback: Choice) throws -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        try Self.choice(reader, key, default: fallback)
    }

    /// A host and a port: `127.0.0.1:7101`, `[::1]:7101`, `:7101` for every address.
    public func address(_ key: String, default fallback: String) throws -> Endpoint {
        let written = text(key) ?? fallback
        guard let address = Endpoint(written) else {
            throw SettingError(key, "must be HOST:PORT, not “\(written)”")
        }
        return address
    }

    /// Several of them, separated by commas.
    public func addresses(_ key: String, default fallback: String) throws -> [Endpoint] {
        let written = text(key) ?? fallback
        let parts = written.split(separator: ",", omittingEmptySubsequences: false)
        let addresses = parts.compactMap { Endpoint(String($0)) }
        guard addresses.count == parts.count else {
            throw SettingError(
                key,
                "must be HOST:PORT, several separated by commas, not “\(written)”"
            )
        }
        return addresses
    }

    /// Networks in CIDR notation, separated by commas; none where nothing is set.
    public func networks(_ key: String) throws -> Networks {
        let form = "networks such as 10.0.0.0/8 or ::1, separated by commas"
        return try value(key, as: form) { Networks($0) } ?? Networks()
    }

    /// Whatever a text can say, read by a function that gives `nil` for what it does not know.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - form: What it must be, for the refusal: “must be …”.
    ///   - read: Reads the text.
    /// - Returns: What was read; `nil` where nothing is set.
    /// - Throws: `SettingError` for a text that says nothing.
    public func value<Value>(
        _ key: String,
        as form: String,
        _ read: (String) -> Value?
    ) throws -> Value? {
        guard let written = text(key) else { return nil }
        guard let value = read(written) else {
            throw SettingError(key, "must be \(form), not “\(written)”")
        }
        return value
    }

    /// The whole of a small file that a setting names, or that lies in the data directory.
    ///
    /// - Parameters:
    ///   - key: The setting that holds the path.
    ///   - name: Where the file lies in the data directory, if that is set.
    /// - Returns: The file's text without the white space around it.
    /// - Throws: `SettingError` where no file is named, or it cannot be read.
    public func secret(_ key: String, orInData name: String) throws -> String {
        guard let path = text(key) ?? text("data").map({ "\($0)/\(name)" }) else {
            throw SettingError(key, "is missing: it names a file")
        }
        do {
            return try SmallFile.text(at: path)
        } catch {
            throw SettingError(key, "names a file that cannot be read: \(path): \(error.reason)")
        }
    }

    /// What protects the protocol's connections; `nil` where no certificate is set.
    func tls() throws -> TLS? {
        let keys = ["tls.certificate.file", "tls.key.file", "tls.ca.file"]
        let files = keys.map(text)
        guard files.contains(where: { $0 != nil }) else { return nil }
        for (key, file) in zip(keys, files) where file == nil {
            throw SettingError(key, "is missing: TLS needs \(keys.count) files")
        }
        do {
            return try TLS(
                certificateFile: files[0] ?? "",
                keyFile: files[1] ?? "",
                authorityFile: files[2] ?? ""
            )
        } catch {
            throw SettingError("tls.certificate.file", "and its like: \(error)")
        }
    }

    private static func choice<Choice>(
        _ reader: ConfigReader,
        _ key: String,
        default fallback: Choice
    ) throws -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let written = reader.string(forKey: ConfigKey(key)), !written.isEmpty else {
            return fallback
        }
        guard let choice = Choice(rawValue: written) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingError(key, "must be one of \(words), not “\(written)”")
        }
        return choice
    }
}

/// A wrong or missing setting, in one line that names it.
public struct SettingError: Error, Hashable {
    /// The setting as a flag and as a variable, and what is wrong with it.
    public let line: String

    public init(_ key: String, _ problem: String) {
        let words = key.split(separator: ".")
        let variable = "GAUNTLET_" + words.joined(separator: "_").uppercased()
        line = "\(variable) (--\(words.joined(separator: "-"))) \(problem)"
    }
}
