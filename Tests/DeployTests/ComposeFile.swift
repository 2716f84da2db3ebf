import Foundation

/// The parts of `docker-compose.yml` that the tests use.
struct ComposeFile: Decodable {
    let services: [String: Container]
    let networks: [String: Network]
    let volumes: [String: Volume]
    let secrets: [String: Secret]
    // Absent, because docker-compose 1.29 or scaling would not work with them.
    let name: String?
    let version: String?

    struct Container: Decodable {
        let image: String
        let build: Build?
        let command: [String]
        let environment: [String: String]
        let secrets: [String]
        let networks: Membership
        let ports: [String]?
        let volumes: [String]?
        let healthcheck: Health
        let memLimit: String
        let cpus: Double
        let pidsLimit: Int
        let restart: String
        let securityOpt: [String]
        let capDrop: [String]?
        let readOnly: Bool?
        let `init`: Bool?
        let user: String?
        let privileged: Bool?
        let containerName: String?
        let hostname: String?
        let networkMode: String?
        let stopGracePeriod: String
        let dependsOn: [String: Dependency]?
        let logging: Logging
    }

    /// A container's networks: only names, or names with settings.
    struct Membership: Decodable {
        let keys: Set<String>
        private let settings: [String: Setting]

        struct Setting: Decodable {
            let aliases: [String]?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let names = try? container.decode([String].self) {
                (keys, settings) = (Set(names), [:])
            } else {
                settings = try container.decode([String: Setting].self)
                keys = Set(settings.keys)
            }
        }

        subscript(name: String) -> Setting? { settings[name] }
    }

    struct Build: Decodable, Hashable {
        let context: String
        let dockerfile: String
    }

    struct Health: Decodable {
        let test: [String]
        let interval: String
        let timeout: String
        let retries: Int
        let startPeriod: String
    }

    struct Dependency: Decodable {
        let condition: String
    }

    struct Logging: Decodable {
        let driver: String
        let options: [String: String]
    }

    struct Network: Decodable {
        let `internal`: Bool?
        let external: Bool?
    }

    struct Volume: Decodable {
        let external: Bool?
    }

    struct Secret: Decodable {
        let file: String
    }

    /// Debian's YAML reader accepts duplicate keys and takes the last; Compose v2 refuses the file.
    private static let reader = """
        import json, sys, yaml

        def check(node):
            if isinstance(node, yaml.MappingNode):
                keys = set()
                for key, value in node.value:
                    if key.value in keys:
                        sys.exit(f"duplicate key {key.value} on line "
                                 f"{key.start_mark.line + 1}")
                    keys.add(key.value)
                    check(value)
            elif isinstance(node, yaml.SequenceNode):
                for item in node.value:
                    check(item)

        text = sys.stdin.read()
        check(yaml.compose(text))
        json.dump(yaml.safe_load(text), sys.stdout)
        """

    /// Reads the file, including aliases and merged maps.
    static func read() async throws -> ComposeFile {
        try await read(Repository.text("docker-compose.yml"))
    }

    /// Reads a text as if it were the file.
    static func read(_ text: String) async throws -> ComposeFile {
        try await decode(text)
    }

    /// Decodes YAML text.
    static func decode<File: Decodable>(_ text: String) async throws -> File {
        let outcome = try await Outcome.of(
            ["/usr/bin/python3", "-c", reader],
            input: text
        )
        guard outcome.status == 0 else { throw Unreadable(description: outcome.error) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(File.self, from: Data(outcome.output.utf8))
    }

    /// The reader's error for invalid YAML, or for a missing python3-yaml.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// The containers of our services, by the executable's name.
    var ours: [String: Container] { services.filter { $0.value.build != nil } }

    /// Every `${NAME:-default}` in the file.
    static func interpolations() throws -> [String: String] {
        let pattern = /\$\{(\w+):-([^}]*)\}/
        return try Repository.text("docker-compose.yml").matches(of: pattern)
            .reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
    }
}

/// An overlay of `docker-compose.yml`.
struct ComposeOverlay: Decodable {
    let services: [String: Container]
    let secrets: [String: ComposeFile.Secret]
    let networks: [String: ComposeFile.Network]?

    struct Container: Decodable {
        let environment: [String: String]
        let secrets: [String]
        let networks: ComposeFile.Membership?
    }

    static func read(_ path: String) async throws -> ComposeOverlay {
        try await ComposeFile.decode(Repository.text(path))
    }
}
