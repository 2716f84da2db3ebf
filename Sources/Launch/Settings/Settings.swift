import Configuration
import Logging
import Telemetry
public import Transport
public import Values
public import Wire

/// The operator's settings: from flags, then the environment (`GAUNTLET_…`), then what a data
/// directory implies.
public struct Settings: Sendable {
    private let reader: ConfigReader
    /// The service that reads them.
    public let name: ServiceName
    /// The level and format of the log.
    let log: LineLog.Options

    /// Reads `--log-level` as `GAUNTLET_LOG_LEVEL`, and so on for every setting.
    ///
    /// - Parameters:
    ///   - name: The service that reads them.
    ///   - environment: The environment; the process' own by default.
    ///   - arguments: The arguments; the process' own by default.
    /// - Throws: `SettingError` if a word is not one of the choices.
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

    /// Reads a text; returns `nil` if it is not set.
    public func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey(key)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads one of an enum's raw values.
    public func choice<Choice>(_ key: String, default fallback: Choice) throws -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        try Self.choice(reader, key, default: fallback)
    }

    /// Reads a host and a port: `127.0.0.1:7101`, `[::1]:7101`, `:7101` for every address.
    public func address(_ key: String, default fallback: String) throws -> Endpoint {
        let written = text(key) ?? fallback
        guard let address = Endpoint(written) else {
            throw SettingError(key, "must be HOST:PORT, not “\(written)”")
        }
        return address
    }

    /// Reads several addresses, separated by commas.
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

    /// Reads networks in CIDR notation, separated by commas; returns none if it is not set.
    public func networks(_ key: String) throws -> Networks {
        let form = "networks such as 10.0.0.0/8 or ::1, separated by commas"
        return try value(key, as: form) { Networks($0) } ?? Networks()
    }

    /// Reads a value with a function that returns `nil` for an invalid text.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - form: The expected form, for the error: “must be …”.
    ///   - read: Parses the text.
    /// - Returns: The value; `nil` if it is not set.
    /// - Throws: `SettingError` for an invalid text.
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

    /// Reads a small file named by a setting, or found in the data directory.
    ///
    /// - Parameters:
    ///   - key: The setting that contains the path.
    ///   - name: The file's path in the data directory, if that is set.
    /// - Returns: The file's text, trimmed of white space.
    /// - Throws: `SettingError` if no file is named, or it cannot be read.
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

    /// Reads the TLS configuration of the protocol's connections; returns `nil` if no certificate
    /// is set.
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
        } catch TransportError.unusableFile(let file, let reason) {
            let key = zip(keys, files).first { $0.1 == file }?.0 ?? keys[0]
            throw SettingError(key, "names a file that cannot be used: \(file): \(reason)")
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

    /// An error about a variable that other programs read too.
    init(line: String) {
        self.line = line
    }

    public init(_ key: String, _ problem: String) {
        let words = key.split(separator: ".")
        let variable = "GAUNTLET_" + words.joined(separator: "_").uppercased()
        line = "\(variable) (--\(words.joined(separator: "-"))) \(problem)"
    }
}
