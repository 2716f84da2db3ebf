import Foundation
import Testing
import Transport

/// Secrets are random files, created on the operator's machine; the repository has none.
struct SecretTests {
    private static let roles = ["identity", "challenges", "media", "scoring"]

    @Test func `each container gets the secrets that it reads, and no other`() async throws {
        let file = try await ComposeFile.read()
        for (name, container) in file.services {
            var read = container.environment.values.compactMap { value in
                value.hasPrefix("/run/secrets/") ? String(value.dropFirst(13)) : nil
            }
            if name == "postgres" {
                read += try Repository.text("deploy/postgres/init.sql")
                    .matches(of: /'secrets'\/(\w+\.password)/).map { String($0.1) }
            } else {
                let own = "\(name.dropLast()).url"
                #expect(read.contains(own) == (try ReadSettings.hasDatabase(name)))
            }
            #expect(Set(container.secrets) == Set(read), "\(name)")
            #expect(container.secrets.count == read.count, "\(name)")
        }
        let used = file.services.values.reduce(into: Set<String>()) { $0.formUnion($1.secrets) }
        #expect(used == Set(file.secrets.keys))
        for (name, secret) in file.secrets {
            #expect(secret.file == "${GAUNTLET_SECRETS:-./.gauntlet/secrets}/\(name)")
        }
    }

    @Test(arguments: [
        "docker-compose.yml", "deploy/.env.example", "deploy/Dockerfile", "deploy/secrets",
        "deploy/logins.yml", "deploy/smtp.yml", "deploy/tls.yml", "deploy/postgres/init.sql",
    ])
    func `no file holds a secret`(path: String) throws {
        for line in try Repository.lines(path) {
            #expect(!line.contains(/:\/\/\w+:\w+@/), "\(path): \(line)")
            #expect(!line.contains(/[0-9a-fA-F]{24,}/), "\(path): \(line)")
            #expect(!line.contains(/[A-Za-z0-9+\/]{42,}=?/), "\(path): \(line)")
        }
    }

    @Test func `secrets are passed as file names`() async throws {
        let file = try await ComposeFile.read()
        for container in file.services.values {
            for (name, value) in container.environment
            where name.contains(/(PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL)(_FILE)?$/) {
                #expect(name.hasSuffix("_FILE"), "\(name)")
                #expect(value.hasPrefix("/run/secrets/"), "\(name)")
            }
        }
    }

    @Test func `git and the Docker engine never get them`() throws {
        let ignored = try Repository.lines(".gitignore")
        #expect(ignored.contains(".env"))
        #expect(ignored.contains(".gauntlet/"))
        let sent = try Repository.lines(".dockerignore").filter { !$0.hasPrefix("#") }
        #expect(sent.first == "*")
        #expect(!sent.contains { $0.hasPrefix("!.") })
    }

    @Test func `the command creates all secrets of docker-compose.yml`() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let directory = "\(scratch.path)/secrets"
        let outcome = try await Outcome.script("secrets", directory)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.isEmpty)

        let manager = FileManager.default
        let made = Set(try manager.contentsOfDirectory(atPath: directory))
        #expect(made == Set(try await ComposeFile.read().secrets.keys))
        #expect(try mode(directory) == 0o700)
        for name in made {
            #expect(try mode("\(directory)/\(name)") == 0o444, "\(name)")
            #expect(!outcome.error.contains(try scratch.text("secrets/\(name)")), "\(name)")
        }

        let keys = try ClusterKeys(text: try scratch.text("secrets/cluster.key"))
        #expect(keys.derived("test").count == 1)
        var passwords: Set<String> = []
        for role in Self.roles + ["postgres"] {
            let text = try scratch.text("secrets/\(role).password")
            #expect(text.contains(/^[0-9a-f]{64}\n$/), "\(role)")
            passwords.insert(text)
        }
        #expect(passwords.count == 5)
        for role in Self.roles {
            let password = try scratch.text("secrets/\(role).password").dropLast()
            #expect(
                try scratch.text("secrets/\(role).url")
                    == "postgresql://\(role):\(password)@postgres:5432/gauntlet"
                    + "?connect_timeout=5\n"
            )
        }
    }

    @Test func `existing secrets are kept, and missing ones match them`() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let directory = "\(scratch.path)/secrets"
        _ = try await Outcome.script("secrets", directory)
        func contents() throws -> [String: String] {
            try FileManager.default.contentsOfDirectory(atPath: directory)
                .reduce(into: [:]) { $0[$1] = try scratch.text("secrets/\($1)") }
        }
        let first = try contents()
        #expect(try await Outcome.script("secrets", directory).status == 0)
        #expect(try contents() == first)

        for name in ["media.password", "scoring.url"] {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
        #expect(try await Outcome.script("secrets", directory).status == 0)
        let second = try contents()
        #expect(second["scoring.url"] == first["scoring.url"])
        #expect(second["media.password"] != first["media.password"])
        let password = try #require(second["media.password"]).dropLast()
        #expect(try #require(second["media.url"]).contains(":\(password)@"))
        let others = first.keys.filter { !$0.hasPrefix("media.") }
        #expect(others.allSatisfy { first[$0] == second[$0] })
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? -1
    }
}
