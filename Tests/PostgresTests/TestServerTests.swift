import Postgres
import TestBasics
import TestKit
import Testing

struct TestServerTests {
    @Test(arguments: [
        "postgresql://postgres@127.0.0.1:54329/postgres", "postgres://localhost/x",
        "postgresql://a:b@localhost:5432,127.0.0.1:5433/x", "postgresql://u@[::1]:5432/x",
        "postgresql://u@[::1]/x", "postgresql://postgres/x", "postgresql:///x",
        "postgresql://u@/x?host=/run/postgresql", "postgresql://u@%2Frun%2Fpostgresql/x",
        "postgresql://localhost",
    ])
    func `a server on this machine is accepted`(url: String) throws {
        #expect(try TestServer(url: url).url == url)
    }

    @Test(arguments: [
        "", "localhost", "host=localhost", "mysql://localhost/x", "postgresql://example.com/x",
        "postgresql://u:localhost@db.example.com:5432/x", "postgresql://localhost,example.com/x",
        "postgresql://localhost/x?host=example.com", "postgresql://localhost/x?hostaddr=10.0.0.1",
        "postgresql://localhost.example.com/x", "postgresql://u@localhost@example.com/x",
    ])
    func `no other server is accepted`(url: String) {
        #expect(throws: TestSetupError.self) { try TestServer(url: url) }
    }

    @Test(arguments: [
        ("postgresql://u@localhost:1/x", "postgresql://u@localhost:1/t_1"),
        ("postgresql://u@localhost:1", "postgresql://u@localhost:1/t_1"),
        ("postgresql://localhost/x?sslmode=disable", "postgresql://localhost/t_1?sslmode=disable"),
        ("postgresql://localhost?sslmode=disable", "postgresql://localhost/t_1?sslmode=disable"),
    ])
    func `a database's URL differs in the database only`(url: String, other: String) throws {
        #expect(try TestServer(url: url).url(database: "t_1") == other)
    }

    @Test(.freshDatabase([Migration("m01_a", Array("CREATE TABLE a (id int8);".utf8))]))
    func `every database is new, migrated, and gone afterwards`() async throws {
        let migrations = [Migration("m01_a", Array("CREATE TABLE a (id int8);".utf8))]
        let name = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await FreshDatabase.with(migrations) { current in
                        try await current.database.transaction { tx in
                            try await tx.run("INSERT INTO a VALUES (\(number))")
                            return try await tx.one("SELECT current_database() FROM a") {
                                try $0.next(String.self)
                            }
                        }
                    }
                }
            }
            var names: Set<String> = []
            for try await name in group { names.insert(name) }
            #expect(names.count == 4)
            return names.first ?? ""
        }
        let (own, isThere) = try await Database.fresh.one(
            """
            SELECT current_database(),
                EXISTS (SELECT FROM pg_database WHERE datname = \(name)::name)
            """
        ) { try $0.read() as (String, Bool) }
        #expect(own.hasPrefix("t_"))
        #expect(own != name)
        #expect(!isThere)
    }
}
