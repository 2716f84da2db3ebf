import Postgres
import ServiceLifecycle

/// A loop of a service with database connections of its own, so that the service's calls cannot
/// keep it waiting.
struct DatabaseLoop: Service {
    private let loop: any Service
    private let database: Database

    init(_ loop: any Service, on database: Database) {
        self.loop = loop
        self.database = database
    }

    func run() async throws {
        try await database.inBackground { try await loop.run() }
    }
}
