import FoundationEssentials
import Logging
import Postgres
import TestKit
import Testing
import Transport
import Wire

@testable import Launch

/// How a service starts behind a pooler.
struct PoolerRefusalTests {
    @Test(
        .enabled(if: Bouncer.installed != nil, "skipped: pgbouncer is not installed"),
        arguments: Bouncer.Mode.allCases
    )
    func `a pooler that shares connections is refused in one line, another is not`(
        mode: Bouncer.Mode
    ) async throws {
        let bouncer = try #require(Bouncer.installed)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try ClusterKeys.random().write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try await FreshDatabase.with([]) { current in
            try await bouncer.with(current.url, mode, size: 20) { url in
                let settings = try Settings(
                    name: .media,
                    environment: [
                        "GAUNTLET_CLUSTER_KEY_FILE": file.path, "GAUNTLET_DATABASE_URL": url,
                    ],
                    arguments: ["mediad"]
                )
                let host = try Host(name: .media, settings: settings, logger: TestServer.quiet)
                guard mode != .session else {
                    try await host.database(migrations: []).close()
                    return
                }
                let error = await #expect(throws: SettingError.self) {
                    _ = try await host.database(migrations: [])
                }
                #expect(
                    error?.line == """
                        GAUNTLET_DATABASE_URL (--database-url) leads to a pooler that shares \
                        connections between clients: use session pooling (pgbouncer: \
                        pool_mode = session), or connect directly
                        """
                )
            }
        }
    }
}
