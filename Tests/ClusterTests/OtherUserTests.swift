import Foundation
import Subprocess
import TestKit
import Testing

@testable import Cluster

/// How a process is started that root starts for another user.
struct OtherUserTests {
    private let user = SystemUser(name: "gauntlet", id: 999, group: 995)
    private let directory: DataDirectory

    init() throws {
        directory = try DataDirectory("/tmp/gauntlet-other-user")
    }

    private static let ofRoot = [
        "PATH": "/bin", "LANG": "C", "LC_TIME": "C", "TZ": "UTC", "TZDIR": "/zones",
        "LD_LIBRARY_PATH": "/opt/lib",
        "SWIFT_BACKTRACE": "enable=no", "GAUNTLET_LOG_LEVEL": "debug", "HOME": "/root",
        "SSH_AUTH_SOCK": "/tmp/agent", "AWS_SECRET_ACCESS_KEY": "secret", "PGPASSWORD": "secret",
        "XLC_SECRET": "secret", "PATH_SECRET": "secret",
    ]

    @Test func `only listed variables of root's environment pass to another user`() {
        let common: [Environment.Key: String] = [
            "PATH": "/bin", "LANG": "C", "LC_TIME": "C", "TZ": "UTC", "TZDIR": "/zones",
            "LD_LIBRARY_PATH": "/opt/lib", "SWIFT_BACKTRACE": "enable=no",
        ]
        #expect(
            Environment.inherited(by: user, isService: false, from: Self.ofRoot)
                == .custom(common)
        )
        #expect(
            Environment.inherited(by: user, isService: true, from: Self.ofRoot)
                == .custom(common.merging(["GAUNTLET_LOG_LEVEL": "debug"]) { $1 })
        )
        #expect(
            Environment.inherited(by: nil, isService: false, from: Self.ofRoot) == .inherit
        )
    }

    @Test(arguments: ["initdb", "/bin/sh", "postgres"])
    func `a database program has no terminal, no privileges to gain, and no settings`(
        program: String
    ) throws {
        let users = ClusterUsers(
            database: SystemUser(name: "postgres", id: 101, group: 104),
            services: user
        )
        let server = try PostgresServer(directory, as: users, logger: TestServer.quiet)
        let configuration =
            program == "postgres"
            ? server.program(connectionsMax: 1).configuration
            : server.configuration(program, ["-c", "true"])
        expectNoTerminal(configuration.platformOptions)
        let inherited = Environment.inherited(by: user, isService: false)
        #expect(
            configuration.environment
                == inherited.updating(["LC_ALL": "C.UTF-8", "PGUSER": "postgres"])
        )
        let arguments = configuration.arguments.description
        for option in [
            "--reuid=101", "--regid=104", "--no-new-privs", "--bounding-set=-all",
            "--inh-caps=-all",
        ] { #expect(arguments.contains(#""\#(option)""#), "\(arguments)") }
    }

    @Test func `a service has no terminal; without root it has its own process group`() throws {
        let service = try #require(Supervisor.services.first)
        let replica = Replica(service: service, number: 1, address: "127.0.0.1:1", adminPort: 2)
        func started(as user: SystemUser?) -> Configuration {
            replica.program(in: "/opt", of: directory, endpoints: [:], as: user).configuration
        }
        expectNoTerminal(started(as: user).platformOptions)
        let own = started(as: nil)
        #expect(own.platformOptions.processGroupID == 0)
        #expect(!own.platformOptions.createSession)
    }

    private func expectNoTerminal(_ options: PlatformOptions) {
        #expect(options.createSession)
        // Either would make the process fork before it runs.
        #expect(options.processGroupID == nil)
    }
}
