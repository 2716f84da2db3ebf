import FoundationEssentials
import Postgres
import TestKit
import Testing
import Transport
import Wire

@testable import Launch

/// How a service starts on a database that it cannot work with.
@Suite(.freshDatabase([]))
struct DatabaseRefusalTests {
    private func open(_ variable: String, needs: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let key = directory.appending(path: "cluster.key")
        try ClusterKeys.random().write(to: key, atomically: true, encoding: .utf8)
        let url = try #require(FreshDatabase.current).url
        let file = directory.appending(path: "url")
        try url.write(to: file, atomically: true, encoding: .utf8)
        let settings = try Settings(
            name: .media,
            environment: [
                "GAUNTLET_CLUSTER_KEY_FILE": key.path,
                variable: variable.hasSuffix("FILE") ? file.path : url,
            ],
            arguments: ["mediad"]
        )
        let host = try Host(name: .media, settings: settings, logger: TestServer.quiet)
        try await host.database(
            migrations: [Migration("m01_one", Array("SELECT 1;".utf8), needs: needs)]
        ).close()
    }

    @Test(arguments: ["GAUNTLET_DATABASE_URL", "GAUNTLET_DATABASE_URL_FILE"])
    func `a database that does not fit is refused in one line, by the setting that names it`(
        variable: String
    ) async throws {
        try await open(variable, needs: "pg_trgm")
        let error = await #expect(throws: SettingError.self) {
            try await open(variable, needs: "hstore")
        }
        let line = error?.line ?? ""
        #expect(line.hasPrefix("\(variable) ("), "\(line)")
        #expect(line.contains(") leads to a database without the extension hstore: "), "\(line)")
        #expect(!line.contains("\n"))
    }
}
