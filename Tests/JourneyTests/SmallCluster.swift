import ChallengesAPI
import Crypto
import FoundationEssentials
import Identifiers
import IdentityAPI
import Logging
import NIOCore
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Gateway
@testable import Identity
@testable import Media
@testable import Scoring

/// The four services in one process, each on a PostgreSQL database of its own. With a seed, whoever
/// asks one of them, another service or an outbox, does so on a bad line; its faults come from the
/// seed.
struct SmallCluster: Sendable {
    let identity: Identity
    let challenges: Challenges
    let media: Media
    let scoring: Scoring
    let clock: StoppedClock
    private let deliveries: [Delivery]
    private let seed: UInt64?

    /// Runs `body` on a new cluster, whose outboxes are delivered and boards folded meanwhile.
    /// `pairDay` caps how much two people are paid for on a day.
    static func run(
        seed: UInt64?,
        at moment: Instant = .now(),
        pairDay: Int = 0,
        _ body: @concurrent @Sendable (SmallCluster) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await FreshDatabase.with(Identity.migrations) { identity in
            try await FreshDatabase.with(Challenges.migrations) { challenges in
                try await FreshDatabase.with(Media.migrations) { media in
                    try await FreshDatabase.with(Scoring.migrations) { scoring in
                        let cluster = try SmallCluster(
                            seed: seed,
                            at: moment,
                            pairDay: pairDay,
                            directory: directory,
                            identity: identity.database,
                            challenges: challenges.database,
                            media: media.database,
                            scoring: scoring.database
                        )
                        try await cluster.deliver { try await body(cluster) }
                    }
                }
            }
        }
    }

    private init(
        seed: UInt64?,
        at moment: Instant,
        pairDay: Int,
        directory: String,
        identity: Database,
        challenges: Database,
        media: Database,
        scoring: Database
    ) throws {
        let clock = StoppedClock(at: moment)
        let now = { @Sendable in clock.now }
        self.clock = clock
        self.seed = seed
        self.media = try Media(database: media, directory: directory, now: now)
        let pictures = self.media.switchboard
        self.identity = Identity(
            database: identity,
            media: Self.line(to: pictures, from: .identity, seed, 1),
            secrets: [SymmetricKey(size: .bits256)],
            networkKeys: [SymmetricKey(size: .bits256)],
            now: now,
            passwordCost: PasswordCost(logN: 1, r: 1, p: 1)
        )
        let people = self.identity.switchboard
        self.scoring = Scoring(
            database: scoring,
            identity: Self.line(to: people, from: .scoring, seed, 4),
            payment: Payment(paidPerPairDay: pairDay),
            now: now
        )
        let points = self.scoring.switchboard
        self.challenges = Challenges(
            database: challenges,
            identity: Self.line(to: people, from: .challenges, seed, 2),
            media: Self.line(to: pictures, from: .challenges, seed, 3),
            scoring: Self.line(to: points, from: .challenges, seed, 14),
            rules: Rules(pointsPairDay: pairDay),
            now: now
        )
        let dares = self.challenges.switchboard
        let settings = Delivery.Settings(poll: .milliseconds(20), renewal: .milliseconds(100))
        deliveries = [
            Delivery(
                of: identity,
                to: [
                    .challenges: Self.line(to: dares, from: .identity, seed, 5),
                    .scoring: Self.line(to: points, from: .identity, seed, 6),
                    .media: Self.line(to: pictures, from: .identity, seed, 7),
                ],
                settings: settings,
                logger: TestServer.quiet
            ),
            Delivery(
                of: challenges,
                to: [
                    .identity: Self.line(to: people, from: .challenges, seed, 13),
                    .scoring: Self.line(to: points, from: .challenges, seed, 8),
                    .media: Self.line(to: pictures, from: .challenges, seed, 9),
                ],
                settings: settings,
                logger: TestServer.quiet
            ),
        ]
    }

    /// Who a client app asks through a gateway, on a bad line.
    func asked(_ service: ServiceName) -> any Caller {
        switch service {
        case .identity: Self.line(to: identity.switchboard, from: .gateway, seed, 10)
        case .scoring: Self.line(to: scoring.switchboard, from: .gateway, seed, 11)
        default: Self.line(to: challenges.switchboard, from: .gateway, seed, 12)
        }
    }

    private static func line(
        to board: Switchboard,
        from asker: ServiceName,
        _ seed: UInt64?,
        _ number: UInt64
    ) -> any Caller {
        let line = board.asked(by: asker)
        guard let seed else { return line }
        return FaultyCaller(line, seed: seed &* 31 &+ number)
    }

    /// A gateway before the services, on lines that never fail, with a key that is always the same.
    func gateway() -> Gateway {
        var configuration = Gateway.Configuration(
            mediaKeys: [SymmetricKey(data: Array(repeating: 7 as UInt8, count: 32))]
        )
        // Long enough for any slow machine.
        configuration.waits = Waits(
            call: .seconds(900),
            points: .seconds(300),
            session: .seconds(300)
        )
        return Gateway(
            identity: identity.switchboard.asked(by: .gateway),
            challenges: challenges.switchboard.asked(by: .gateway),
            media: media.switchboard.asked(by: .gateway),
            scoring: scoring.switchboard.asked(by: .gateway),
            configuration: configuration,
            logger: TestServer.quiet,
            now: { [clock] in clock.now }
        )
    }

    /// Waits until every event has arrived.
    func settle() async throws {
        for sender in [identity.database, challenges.database] {
            try await eventually("the events arrive", within: .seconds(120)) {
                try await sender.one("SELECT count(*) FROM outbox") { try $0.next(Int.self) } == 0
            }
        }
    }

    private func deliver(_ body: @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for delivery in deliveries { group.addTask { try await delivery.run() } }
            group.addTask { try await scoring.compaction.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }
}
