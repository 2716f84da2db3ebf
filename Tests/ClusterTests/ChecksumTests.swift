import Postgres
import Subprocess
import TestKit
import Testing

@testable import Cluster

/// Whether a page that the disk corrupted is detected.
struct ChecksumTests {
    @Test func `a new database has checksums; advice for an old one is given once`() async throws {
        try await RunningCluster.run(starting: ["--no-demo"]) { cluster, greeting in
            #expect(!greeting.contains("checksums"), "\(greeting)")
            #expect(try await Self.hasChecksums(cluster))

            // A database as created by an earlier release.
            _ = try await cluster.down()
            let directory = try DataDirectory(cluster.directory)
            let server = try PostgresServer(
                directory,
                as: try ClusterUsers.found(),
                logger: TestServer.quiet
            )
            let disabled = try await Subprocess.run(
                server.configuration("pg_checksums", ["--disable", "-D", directory.data]),
                output: .discarded,
                error: .discarded
            )
            #expect(disabled.terminationStatus.isSuccess)
            let told = try await cluster.up()
            #expect(try await !Self.hasChecksums(cluster))
            let command = try #require(
                told.split(separator: "\n").first { $0.contains("/pg_checksums --enable -D ") }
            )
            _ = try await cluster.down()
            let again = try await cluster.up()
            #expect(!again.contains("checksums"), "\(again)")

            // Following the advice works.
            _ = try await cluster.down()
            let enabled = try await Subprocess.run(
                .name("sh"),
                arguments: ["-c", String(command)],
                output: .discarded,
                error: .string(limit: 1 << 16)
            )
            #expect(enabled.terminationStatus.isSuccess, "\(enabled.standardError)")
            try await cluster.up()
            #expect(try await Self.hasChecksums(cluster))
        }
    }

    private static func hasChecksums(_ cluster: RunningCluster) async throws -> Bool {
        let database = try cluster.database("identity")
        let setting = try await database.one("SELECT current_setting('data_checksums')") {
            try $0.next(String.self)
        }
        await database.close()
        return setting == "on"
    }
}
