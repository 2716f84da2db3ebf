import Challenges
import ChallengesAPI
import Crypto
import FoundationEssentials
import Identity
import IdentityAPI
import Media
import MediaAPI
import Outbox
import OutboxAPI
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestBasics
import TestKit
import Wire

/// The four services on one PostgreSQL server, each in a schema of its own, asked as their
/// processes are: what they acknowledge is durable. Nothing runs beside what is asked, and the
/// pictures that one of them claims are there, so that nothing is written that the call itself does
/// not write.
struct DurableServices: Sendable {
    let identity: Switchboard
    let challenges: Switchboard
    let media: Switchboard
    let scoring: Switchboard
    /// Where users may sign in.
    let google: LocalProvider
    /// The services' own.
    let databases: [ServiceName: Database]

    static let services: [ServiceName] = [.identity, .challenges, .media, .scoring]

    /// Every call that they answer, with who does.
    var answered: [(service: ServiceName, call: any Call.Type)] {
        let calls =
            IdentityAPI.calls + IdentityAPI.published + ChallengesAPI.calls + MediaAPI.calls
            + ScoringAPI.calls + OutboxAPI.calls
        return Self.services.flatMap { service in
            calls.filter { self[service].answers($0.id) }.map { (service, $0) }
        }
    }

    subscript(service: ServiceName) -> Switchboard {
        switch service {
        case .identity: identity
        case .challenges: challenges
        case .media: media
        default: scoring
        }
    }

    /// Runs `body` with services on a server.
    static func with(
        _ server: PrivateServer,
        _ body: (DurableServices) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/durable-\(UUID())"
        let databases = services.map { service in
            Database(
                server.url,
                options: .patient {
                    $0.schema = service.rawValue
                    $0.leasedMax = 8
                },
                logger: TestServer.quiet
            )
        }
        var failure: (any Error)?
        do {
            try await LocalGoogle.run { google in
                guard let google else { return }
                try await body(try await DurableServices(databases, directory, google))
            }
        } catch {
            failure = error
        }
        for database in databases { await database.close() }
        try? FileManager.default.removeItem(atPath: directory)
        if let failure { throw failure }
    }

    /// The same for every process: what one of them encrypts the others open.
    private static let secrets = [SymmetricKey(size: .bits256)]

    private init(
        _ databases: [Database],
        _ directory: String,
        _ google: LocalGoogle
    ) async throws {
        self.google = google.provider
        let migrations = [
            Identity.migrations, Challenges.migrations, Media.migrations, Scoring.migrations,
        ]
        try await databases[0].transaction { tx in
            try await tx.run("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public")
        }
        for (database, migrations) in zip(databases, migrations) {
            try await database.migrate(migrations)
        }
        let media = try Media(database: databases[2], directory: directory)
        self.media = media.switchboard.durable(in: databases[2])
        let claims = Switchboard {
            $0.on { (call: ClaimMedia, _) in
                ClaimMedia.Reply(
                    media: call.media.map {
                        ClaimedMedia(id: $0, contentType: "image/png", width: 1, height: 1)
                    }
                )
            }
        }
        let identity = try Identity(
            database: databases[0],
            media: claims.asked(by: .identity),
            secrets: Self.secrets,
            networkKeys: [SymmetricKey(size: .bits256)],
            passwordCost: PasswordCost(logN: 1, r: 1, p: 1),
            providers: google.verifier(in: databases[0])
        )
        self.identity = identity.switchboard.durable(in: databases[0])
        let contests = LaterCaller()
        let scoring = Scoring(
            database: databases[3],
            identity: self.identity.asked(by: .scoring),
            challenges: contests
        )
        self.scoring = scoring.switchboard.durable(in: databases[3])
        let challenges = Challenges(
            database: databases[1],
            identity: self.identity.asked(by: .challenges),
            media: claims.asked(by: .challenges),
            scoring: self.scoring.asked(by: .challenges)
        )
        self.challenges = challenges.switchboard.durable(in: databases[1])
        contests.connect(to: self.challenges.asked(by: .scoring))
        self.databases = Dictionary(uniqueKeysWithValues: zip(Self.services, databases))
    }
}
