import Foundation
import TestKit
import Testing

/// docker-compose.yml sets every variable that the services read, or there is a reason not to;
/// every variable that an operator may set is explained.
struct EnvironmentTests {
    private let file: ComposeFile

    init() async throws {
        file = try await ComposeFile.read()
    }

    /// What docker-compose.yml does not set for any service, and why.
    private static let left = [
        "log.file": "a container's log is its output",
        "web.directory": "a container serves the files of its release",
        "data": "in a container each file has its own setting",
        "tls.certificate.file":
            "the network `inner` is trusted; otherwise use the overlay deploy/tls.yml",
        "facebook.secret.file": "identityd reaches providers with the overlay deploy/logins.yml",
        "providers.authorities.file": "a container trusts the authorities of its image",
        "smtp.password.file": "identityd reaches a mail server with the overlay deploy/smtp.yml",
        "database.url": "anyone who can inspect a container sees its environment: use the file",
    ]

    /// Settings that depend on what a process does.
    private static let conditional: Set<String> = ["database.url.file", "listen"]

    @Test func `settings are found in the sources`() throws {
        #expect(
            try ReadSettings.common().isSuperset(of: [
                "cluster.key.file", "database.url.file", "listen", "admin.listen", "plaintext",
                "log.level", "log.format",
            ])
        )
        #expect(try ReadSettings.own("gatewayd").isSuperset(of: ["http.listen", "public.url"]))
    }

    @Test(arguments: Repository.services)
    func `a service gets all settings that it reads, and no others`(service: String) throws {
        let environment = try #require(file.services[service]).environment
        var wanted = try ReadSettings.common().subtracting(Self.conditional)
            .union(try ReadSettings.own(service))
        if try ReadSettings.hasDatabase(service) { wanted.insert("database.url.file") }
        if try ReadSettings.isAsked(service) { wanted.insert("listen") }
        wanted.formUnion(try ReadSettings.callees(service).map { "endpoints.\($0)" })
        wanted.formUnion(try ReadSettings.directories(service).map { "\($0).directory" })
        wanted.subtract(Self.left.keys)
        #expect(Set(environment.keys) == Set(wanted.map(ReadSettings.variable)))
    }

    @Test(arguments: Repository.services)
    func `a service finds the others by name, where they listen`(service: String) throws {
        let environment = try #require(file.services[service]).environment
        for callee in try ReadSettings.callees(service) {
            let endpoint = try #require(
                environment[ReadSettings.variable("endpoints.\(callee)")],
                "\(service) calls \(callee)"
            )
            let listen = try #require(file.services["\(callee)d"]?.environment["GAUNTLET_LISTEN"])
            #expect(endpoint == "\(callee)d\(listen)")
        }
    }

    @Test func `every service trusts the network`() {
        for (name, container) in file.ours {
            #expect(container.environment["GAUNTLET_PLAINTEXT"] == "trusted-network", "\(name)")
        }
    }

    @Test func `every variable that an operator may set is explained, with its default`() throws {
        var explained: [String: String] = [:]
        var comment: [String] = []
        for line in try Repository.lines("deploy/.env.example") {
            if let setting = line.firstMatch(of: /^#?([A-Z][A-Z_]+)=(.*)$/) {
                #expect(line.hasPrefix("#"), "a default must be a comment: \(line)")
                #expect(comment.joined().count > 20, "\(line) is not explained")
                explained[String(setting.1)] = String(setting.2)
                comment = []
            } else if line.isEmpty {
                comment = []
            } else {
                #expect(line.hasPrefix("# "), "\(line)")
                comment.append(line)
            }
        }
        #expect(explained == (try ComposeFile.interpolations()))
        #expect(!explained.isEmpty)
    }

    @Test func `every interpolation has a default`() throws {
        let text = try Repository.text("docker-compose.yml")
        #expect(text.matches(of: /\$/).count == text.matches(of: /\$\{\w+:-/).count)
    }

    @Test func `SETTINGS.md lists the settings that the services read`() throws {
        let table = try SettingsTable()
        #expect(table.unexplained.isEmpty)
        let settings = table.text
        for service in Repository.services {
            for key in try ReadSettings.common().union(try ReadSettings.own(service)) {
                #expect(settings.contains("`\(ReadSettings.variable(key))`"), "\(key)")
            }
        }
        try expectGolden(settings, matches: "deploy/SETTINGS.md")
    }
}
