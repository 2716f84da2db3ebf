import Foundation
import TestKit
import Testing

@testable import Postgres

/// Which servers, databases and roles a service works with.
@Suite(.freshDatabase([]))
struct FitnessTests {
    private let fit = ServerFacts(
        version: 17,
        encoding: "UTF8",
        role: "media",
        schema: "media",
        mayCreate: true
    )

    @Test(arguments: [(10, true), (14, true), (15, false), (18, false), (19, false)])
    func `a server before PostgreSQL 15 is refused`(version: Int, isRefused: Bool) throws {
        var facts = fit
        facts.version = version
        #expect(
            facts.problem
                == (isRefused
                    ? "leads to PostgreSQL \(version), which is too old: use 15 to 18" : nil)
        )
    }

    @Test(arguments: [(15, false), (18, false), (19, true)])
    func `a server after PostgreSQL 18 is a warning`(version: Int, isWarned: Bool) throws {
        var facts = fit
        facts.version = version
        #expect((facts.warning != nil) == isWarned)
    }

    private func fitness(
        _ url: String,
        _ extensions: [String] = []
    ) async throws -> Fitness {
        let database = Database(url, options: .patient(), logger: TestServer.quiet)
        let fitness = try await database.fitness(extensions: extensions)
        await database.close()
        return fitness
    }

    @Test func `the server of the tests fits`() async throws {
        let url = try #require(FreshDatabase.current).url
        #expect(try await fitness(url, ["pg_trgm"]) == Fitness())
    }

    @Test(arguments: ["LATIN1", "WIN1251", "SQL_ASCII"])
    func `a database with another encoding is refused`(encoding: String) async throws {
        let server = try TestServer.fromEnvironment()
        let name = "t_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let configuration = Database.Options(applicationName: "creates")
            .libpq(server.url, timeout: .zero, isReadOnly: false)
        try await DedicatedThread.run {
            try LibPQConnection(configuration).execute(
                "CREATE DATABASE \(name) ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0"
            )
        }
        let found = try? await fitness(server.url(database: name))
        try await TemplateServer(server.url, logger: TestServer.quiet).drop(name)
        #expect(
            found?.problem == """
                leads to a database with the encoding \(encoding), which cannot store every text: \
                create one with TEMPLATE template0 ENCODING 'UTF8'
                """
        )
    }

    @Test func `an extension that is missing is named`() async throws {
        let url = try #require(FreshDatabase.current).url
        let found = try await fitness(url, ["pg_trgm", "hstore"]).problem
        #expect(
            found?.hasPrefix("leads to a database without the extension hstore: ") == true,
            "\(found ?? "")"
        )
    }

    @Test func `a role that lacks rights in its schema is refused until it has them`() async throws
    {
        try await LimitedRole.with(4) { url in
            let role = try #require(URLComponents(string: url)?.user)
            let may = try await fitness(url).problem
            #expect(
                may == """
                    names the role \(role), which may not create tables in the schema public: make \
                    it the schema's owner
                    """
            )
            try await Database.fresh.execute("GRANT CREATE ON SCHEMA public TO \(role)")
            try await Database.fresh.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO \(role)")
            #expect(try await fitness(url) == Fitness())
            for right in ["SELECT", "INSERT", "UPDATE", "DELETE"] {
                try await Database.fresh.execute("REVOKE \(right) ON notes FROM \(role)")
                #expect(
                    try await fitness(url).problem == """
                        names the role \(role), which may not read and write the table \
                        public.notes: make it the table's owner
                        """,
                    "\(right)"
                )
                try await Database.fresh.execute("GRANT \(right) ON notes TO \(role)")
            }
            #expect(try await fitness(url) == Fitness())
            try await Database.fresh.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC, \(role)")
            let none = try await fitness(url).problem
            #expect(
                none?.hasPrefix("names the role \(role), which has no schema to use: ") == true,
                "\(none ?? "")"
            )
        }
    }
}
