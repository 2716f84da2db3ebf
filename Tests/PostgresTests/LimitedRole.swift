import Foundation
import Postgres
import TestKit
import Testing

/// A role for the test with a limited number of connections.
enum LimitedRole {
    /// Passes the URL of the test's database for that role, which may use the table `notes`.
    static func with(
        _ connections: Int,
        _ body: (String) async throws -> Void
    ) async throws {
        let owner = Database.fresh
        let url = try #require(FreshDatabase.current).url
        var parts = try #require(URLComponents(string: url))
        let name = "limited_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        parts.user = name
        // None of these statements accepts parameters.
        try await owner.execute("CREATE ROLE \(name) LOGIN CONNECTION LIMIT \(connections)")
        try await owner.execute("CREATE TABLE notes (id int8)")
        try await owner.execute("GRANT ALL ON notes TO \(name)")
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(try #require(parts.string)))
        } catch {
            outcome = .failure(error)
        }
        try await owner.execute("DROP OWNED BY \(name)")
        try await owner.execute("DROP ROLE \(name)")
        try outcome.get()
    }
}

extension Database {
    /// Runs a statement that takes no parameters.
    func execute(_ text: String) async throws {
        try await transaction { tx in
            try await tx.run("SELECT set_config('test.text', \(text), true)")
            try await tx.run("DO $$ BEGIN EXECUTE current_setting('test.text'); END $$")
        }
    }
}
