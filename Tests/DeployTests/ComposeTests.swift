import Foundation
import Postgres
import Testing

/// Checks the text of docker-compose.yml; `deploy/check-compose` runs it.
struct ComposeTests {
    private let file: ComposeFile

    init() async throws {
        file = try await ComposeFile.read()
    }

    @Test func `the containers are PostgreSQL and the five services, all from one image`() {
        #expect(Set(file.services.keys) == Set(Repository.services + ["postgres"]))
        #expect(Set(file.ours.keys) == Set(Repository.services))
        #expect(Repository.services.count == 5)
        for (name, container) in file.ours {
            #expect(container.command == [name])
            #expect(container.image == "gauntlet:${GAUNTLET_TAG:-latest}")
            #expect(
                container.build
                    == ComposeFile.Build(context: ".", dockerfile: "deploy/Dockerfile")
            )
        }
    }

    @Test func `a duplicate key is refused, as by Compose v2`() async throws {
        let text = try Repository.text("docker-compose.yml")
        let twice = text.replacing("  mediad:\n", with: "  identityd:\n")
        #expect(twice != text)
        await #expect(throws: ComposeFile.Unreadable.self) { try await ComposeFile.read(twice) }
    }

    @Test func `both versions of compose read it, and several projects can run at once`() {
        #expect(file.name == nil)
        #expect(file.version == nil)
        for container in file.services.values {
            #expect(container.containerName == nil)
            #expect(container.hostname == nil)
        }
    }

    @Test func `only the gateway is reachable from outside, by default only from this machine`() {
        for (name, container) in file.services {
            #expect(container.networkMode == nil)
            if name == "gatewayd" {
                #expect(container.networks.keys == ["inner", "outer"])
                #expect(container.networks["inner"]?.aliases == ["gatewayd-inner"])
                #expect(container.networks["outer"]?.aliases == nil)
                #expect(container.ports == ["${GAUNTLET_PUBLISH:-127.0.0.1:8080}:8080"])
                #expect(container.environment["GAUNTLET_HTTP_LISTEN"] == ":8080")
            } else {
                #expect(container.networks.keys == ["inner"])
                #expect(container.ports == nil, "\(name)")
            }
        }
        #expect(Set(file.networks.keys) == ["inner", "outer"])
        #expect(file.networks["inner"]?.internal == true)
        #expect(file.networks["outer"]?.internal != true)
    }

    @Test func `an overlay lets identityd, and nobody else, reach a mail server`() async throws {
        let overlay = try await ComposeOverlay.read("deploy/smtp.yml")
        #expect(overlay.services.keys.sorted() == ["identityd"])
        let container = try #require(overlay.services["identityd"])
        #expect(
            container.environment == ["GAUNTLET_SMTP_PASSWORD_FILE": "/run/secrets/smtp.password"]
        )
        #expect(container.secrets == ["smtp.password"])
        #expect(container.networks?.keys == ["mail"])
        #expect(overlay.networks?.keys.sorted() == ["mail"])
        #expect(overlay.networks?["mail"]?.internal != true)
        #expect(
            overlay.secrets.mapValues(\.file)
                == ["smtp.password": "${GAUNTLET_SECRETS:-./.gauntlet/secrets}/smtp.password"]
        )
    }

    @Test func `an overlay lets identityd, and nobody else, reach providers`() async throws {
        let overlay = try await ComposeOverlay.read("deploy/logins.yml")
        #expect(overlay.services.keys.sorted() == ["identityd"])
        let container = try #require(overlay.services["identityd"])
        let secret = ["GAUNTLET_FACEBOOK_SECRET_FILE": "/run/secrets/facebook.secret"]
        #expect(container.environment == secret)
        #expect(container.secrets == ["facebook.secret"])
        #expect(container.networks?.keys == ["logins"])
        #expect(overlay.networks?.keys.sorted() == ["logins"])
        #expect(overlay.networks?["logins"]?.internal != true)
        #expect(
            overlay.secrets.mapValues(\.file)
                == [
                    "facebook.secret": "${GAUNTLET_SECRETS:-./.gauntlet/secrets}/facebook.secret"
                ]
        )
    }

    @Test func `a service has few privileges`() {
        for (name, container) in file.ours {
            #expect(container.readOnly == true, "\(name)")
            #expect(container.capDrop == ["ALL"], "\(name)")
            #expect(container.`init` == true, "\(name)")
            #expect(container.user == nil, "the image names the user")
        }
        for (name, container) in file.services {
            #expect(container.securityOpt == ["no-new-privileges:true"], "\(name)")
            #expect(container.privileged == nil, "\(name)")
        }
    }

    @Test func `every container has limits, restarts, and bounded logs`() throws {
        for (name, container) in file.services {
            #expect(container.memLimit.contains(/^[1-9]\d*[mg]$/), "\(name)")
            // A machine with one core rejects a higher limit.
            #expect(container.cpus > 0 && container.cpus <= 1, "\(name)")
            #expect((100...1_000).contains(container.pidsLimit), "\(name)")
            #expect(container.restart == "unless-stopped", "\(name)")
            #expect(container.logging.options["max-size"] == "10m", "\(name)")
            #expect(container.logging.options["max-file"] == "5", "\(name)")
        }
    }

    @Test func `every container has a health check of its own port`() throws {
        for (name, container) in file.services {
            #expect(container.healthcheck.interval == "5s", "\(name)")
            #expect(container.healthcheck.retries == 3, "\(name)")
            #expect(container.healthcheck.startPeriod == "60s", "\(name)")
        }
        for (name, container) in file.ours {
            let admin = try #require(container.environment["GAUNTLET_ADMIN_LISTEN"])
            #expect(
                admin == (name == "gatewayd" ? "127.0.0.1:7200,gatewayd-inner:7200" : ":7200")
            )
            #expect(container.healthcheck.test == ["CMD", "healthy", "7200"], "\(name)")
            #expect(container.dependsOn?["postgres"]?.condition == "service_healthy", "\(name)")
        }
        let postgres = try #require(file.services["postgres"])
        #expect(postgres.healthcheck.test.prefix(2) == ["CMD", "pg_isready"])
        #expect(postgres.healthcheck.test.contains("--host=127.0.0.1"))
    }

    @Test func `a container has the time that a service takes to stop`() throws {
        let host = try Repository.text("Sources/Launch/Host.swift")
        let most = try #require(
            host.firstMatch(of: /maximumGracefulShutdownDuration = \.seconds\((\d+)\)/)
        )
        let longest = try #require(Int(most.1))
        for (name, container) in file.ours {
            let given = try #require(Int(container.stopGracePeriod.dropLast()), "\(name)")
            #expect(container.stopGracePeriod.hasSuffix("s"))
            #expect(given > longest, "\(name)")
        }
    }

    @Test func `PostgreSQL has the connections that the services may open`() throws {
        func connections(cores: Int) -> Int {
            Database.Options(sharedMax: Database.Options.sharedDefault(cores: cores)).connectionsMax
        }
        let each = connections(cores: 4)
        let services = try Repository.services.filter(ReadSettings.hasDatabase).count
        // PostgreSQL reserves three for its superuser. Then four replicas of each service, rounded
        // up.
        let most = (3 + 4 * services * each + 19) / 20 * 20

        let postgres = try #require(file.services["postgres"])
        #expect(
            postgres.command == [
                "postgres", "-c", "max_connections=${GAUNTLET_POSTGRES_CONNECTIONS:-\(most)}",
            ]
        )
        let compose = try Repository.flowing("docker-compose.yml")
        #expect(compose.contains("opens at most \(each) connections, on a machine of up to four"))
        #expect(compose.contains("enough for four replicas of each service"))

        let readme = try Repository.flowing("deploy/README.md")
        let many = connections(cores: 16)
        #expect(readme.contains("\(each) on up to four cores, \(many) on sixteen"))
        #expect(readme.contains("four services of R replicas need \(services) × \(each) × R"))
        #expect(
            readme.contains(
                """
                with `max_connections=\(most)`, R can be \((most - 3) / (services * each)) on up to \
                four cores, \((most - 3) / (services * many)) on sixteen
                """
            )
        )
    }

    @Test func `PostgreSQL gets its data and its roles from volumes`() throws {
        let postgres = try #require(file.services["postgres"])
        #expect(postgres.image == "postgres:17")
        #expect(
            postgres.volumes == [
                "database:/var/lib/postgresql/data",
                "./deploy/postgres/init.sql:/docker-entrypoint-initdb.d/init.sql:ro",
            ]
        )
    }

    @Test func `the database has page checksums and a fixed encoding`() throws {
        let postgres = try #require(file.services["postgres"])
        #expect(
            postgres.environment["POSTGRES_INITDB_ARGS"]
                == "--encoding=UTF8 --locale=C.UTF-8 --data-checksums"
        )
    }

    @Test func `persistent data is in named volumes`() throws {
        #expect(Set(file.volumes.keys) == ["database", "mail", "media"])
        for name in Repository.services {
            let container = try #require(file.services[name])
            let directories = try ReadSettings.directories(name)
            let mounts = directories.map { directory in
                let path = container.environment[ReadSettings.variable("\(directory).directory")]
                return "\(directory):\(path ?? "")"
            }
            #expect(Set(container.volumes ?? []) == Set(mounts), "\(name)")
            #expect(mounts.allSatisfy { !$0.hasSuffix(":") }, "\(name)")
        }
    }
}
