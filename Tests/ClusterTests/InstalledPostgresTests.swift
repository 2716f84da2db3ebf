import Foundation
import TestKit
import Testing

@testable import Cluster

/// Which PostgreSQL server runs a cluster's database.
struct InstalledPostgresTests {
    private let scratch = URL(
        filePath: "/tmp/gauntlet-installed.\(UInt64.random(in: 0...UInt64.max))"
    )

    private func with(
        packages: [Int],
        onPath: String? = nil,
        made: String? = nil,
        _ body: (InstalledPostgres, DataDirectory) async throws -> Void
    ) async throws {
        let manager = FileManager.default
        defer { try? manager.removeItem(at: scratch) }
        for version in packages {
            try program("postgres", in: "packages/\(version)/bin", "exit 1")
        }
        if let onPath {
            try program("initdb", in: "path", "exit 1")
            try program("postgres", in: "path", "echo 'postgres (PostgreSQL) \(onPath)'")
        }
        let directory = try DataDirectory(scratch.appending(path: "data").path)
        try manager.createDirectory(atPath: directory.data, withIntermediateDirectories: true)
        if let made {
            try made.write(
                toFile: "\(directory.data)/PG_VERSION",
                atomically: true,
                encoding: .utf8
            )
        }
        let installed = InstalledPostgres(
            root: scratch.appending(path: "packages").path,
            path: "/nowhere:\(scratch.appending(path: "path").path)"
        )
        try await body(installed, directory)
    }

    private func program(_ name: String, in directory: String, _ script: String) throws {
        let directory = scratch.appending(path: directory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appending(path: name)
        try "#!/bin/sh\n\(script)\n".write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: file.path
        )
    }

    @Test(arguments: [
        (nil, "17"), ("15\n", "15"), ("16\n", "16"), ("17\n", "17"), ("unreadable", "17"),
        ("", "17"),
    ])
    func `the version that made the database runs it, a new one the newest`(
        made: String?,
        version: String
    ) async throws {
        try await with(packages: [17, 15, 14, 16], onPath: "18.1", made: made) { installed, data in
            let found = try installed.programs(for: data)
            #expect(found.hasSuffix("packages/\(version)/bin"), "\(found)")
        }
    }

    @Test func `without a package of the version, programs on the path are used`() async throws {
        for made in ["17\n", nil] {
            try await with(packages: made == nil ? [14] : [15], onPath: "17.10", made: made) {
                installed,
                data in
                let found = try installed.programs(for: data)
                #expect(found.hasSuffix("/path"), "\(found)")
            }
        }
    }

    private func line(_ made: String, _ data: DataDirectory) -> String {
        """
        the database in \(data.data) was made by PostgreSQL \(made), which is not installed: \
        install the package postgresql-\(made)
        """
    }

    @Test func `a version that is not installed is named with its package`() async throws {
        try await with(packages: [15, 17], made: "16\n") { installed, data in
            #expect(throws: ClusterError(line("16", data))) { try installed.programs(for: data) }
        }
        try await with(packages: [14]) { installed, data in
            #expect(
                throws: ClusterError(
                    "no PostgreSQL server (15 or newer) is installed: run deploy/up"
                )
            ) { try installed.programs(for: data) }
        }
    }

    @Test(arguments: [("17.10", false), ("1.7", true), ("18.0", true), ("170.1", true)])
    func `programs on the path of another version are not started`(
        version: String,
        isRefused: Bool
    ) async throws {
        try await with(packages: [15], onPath: version, made: "17\n") { installed, data in
            let server = try PostgresServer(
                data,
                as: nil,
                installed: installed,
                logger: TestServer.quiet
            )
            let refused = ClusterError(line("17", data))
            do {
                try await server.prepare()
                #expect(!isRefused)
            } catch let error as ClusterError {
                #expect(isRefused && error == refused, "\(error)")
            }
        }
    }

    @Test(arguments: [
        (
            """
            psql:<stdin>:4: ERROR:  extension "pg_trgm" is not available
            DETAIL:  Could not open extension control file.
            HINT:  The extension must first be installed on the system.

            """, #"psql:<stdin>:4: ERROR:  extension "pg_trgm" is not available"#
        ),
        (
            "one\npsql: error: connection failed: FATAL:  no\nmore",
            "psql: error: connection failed: FATAL:  no"
        ),
        ("initdb: one\ninitdb: two\n", "initdb: two"), ("", ""),
    ])
    func `of a failed program the server's error is shown, or the last line`(
        output: String,
        reason: String
    ) {
        #expect(PostgresServer.reason(in: output) == reason)
    }
}
