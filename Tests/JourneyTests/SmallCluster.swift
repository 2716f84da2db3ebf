import ChallengesAPI
import Crypto
import FoundationEssentials
import Identifiers
import IdentityAPI
import Logging
import NIOCore
import Outbox
import Postgres
import Providers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares
@testable import Discovery
@testable import Gateway
@testable import Identity
@testable import Media
@testable import Scoring

/// The four services in one process, each on a PostgreSQL database of its own. With a seed,
/// challengesd and scoringd have two replicas each, and whoever asks a service, another service or
/// an outbox, does so on a bad line; its faults come from the seed.
struct SmallCluster: Sendable {
    let identity: Identity
    let media: Media
    let clock: StoppedClock
    /// The directory of mails.
    let mails: String
    /// Where users may sign in with Google, on this machine; `nil` if that is off.
    let google: LocalProvider?
    /// The replicas of challengesd.
    private let challengers: [Challenges]
    /// The replicas of scoringd.
    private let scorers: [Scoring]
    private let deliveries: [Delivery]
    private let seed: UInt64?

    /// The first replica.
    var challenges: Challenges { challengers[0] }
    /// The first replica.
    var scoring: Scoring { scorers[0] }

    /// Runs `body` on a new cluster, whose outboxes are delivered, boards folded, results written
    /// and medals given meanwhile. `pairDay` caps how much two people are paid for on a day. With
    /// `withGoogle`, users may sign in with a Google on this machine.
    static func run(
        seed: UInt64?,
        at moment: Instant = .now(),
        pairDay: Int = 0,
        withGoogle: Bool = false,
        _ body: @concurrent @Sendable (SmallCluster) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-\(UUID())"
        defer {
            for path in [directory, "\(directory)-mail"] {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        let clock = StoppedClock(at: moment)
        try await LocalGoogle.run(isOn: withGoogle, now: { clock.now }) { google in
            try await FreshDatabase.with(Identity.migrations) { identity in
                try await FreshDatabase.with(Challenges.migrations) { challenges in
                    try await FreshDatabase.with(Media.migrations) { media in
                        try await FreshDatabase.with(Scoring.migrations) { scoring in
                            let cluster = try SmallCluster(
                                seed: seed,
                                clock: clock,
                                google: google,
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
    }

    private init(
        seed: UInt64?,
        clock: StoppedClock,
        google: LocalGoogle?,
        pairDay: Int,
        directory: String,
        identity: Database,
        challenges: Database,
        media: Database,
        scoring: Database
    ) throws {
        let now = { @Sendable in clock.now }
        let replicas = seed == nil ? 1 : 2
        self.clock = clock
        self.google = google?.provider
        mails = "\(directory)-mail"
        self.seed = seed
        self.media = try Media(database: media, directory: directory, now: now)
        let pictures = [self.media.switchboard]
        self.identity = try Identity(
            database: identity,
            media: Self.line(to: pictures, from: .identity, seed, 1),
            secrets: [SymmetricKey(size: .bits256)],
            networkKeys: [SymmetricKey(size: .bits256)],
            now: now,
            passwordCost: PasswordCost(logN: 1, r: 1, p: 1),
            mail: MailDirectory(mails),
            providers: google?.verifier(in: identity, now: now)
        )
        let people = [self.identity.switchboard]
        // Each of the two asks the other.
        let contests = LaterCaller()
        let scorers = (0..<replicas).map { _ in
            Scoring(
                database: scoring,
                identity: Self.line(to: people, from: .scoring, seed, 4),
                challenges: contests,
                payment: Payment(paidPerPairDay: pairDay),
                now: now
            )
        }
        let points = scorers.map(\.switchboard)
        let challengers = (0..<replicas).map { _ in
            Challenges(
                database: challenges,
                identity: Self.line(to: people, from: .challenges, seed, 2),
                media: Self.line(to: pictures, from: .challenges, seed, 3),
                scoring: Self.line(to: points, from: .challenges, seed, 14),
                rules: Rules(dares: DareRules(pointsPairDay: pairDay)),
                now: now
            )
        }
        let dares = challengers.map(\.switchboard)
        contests.connect(to: Self.line(to: dares, from: .scoring, seed, 15))
        self.scorers = scorers
        self.challengers = challengers
        let settings = Delivery.Settings(poll: .milliseconds(20), renewal: .milliseconds(100))
        func delivery(
            of database: Database,
            by sender: ServiceName,
            to receivers: [(ServiceName, [Switchboard], UInt64)]
        ) -> Delivery {
            let lines = receivers.map { ($0, Self.line(to: $1, from: sender, seed, $2)) }
            return Delivery(
                of: database,
                to: Dictionary(uniqueKeysWithValues: lines),
                joining: Challenges.joinings,
                settings: settings,
                logger: TestServer.quiet
            )
        }
        deliveries =
            [
                delivery(
                    of: identity,
                    by: .identity,
                    to: [
                        (.challenges, dares, 5), (.scoring, points, 6), (.media, pictures, 7),
                    ]
                )
            ]
            + (0..<replicas).flatMap { _ in
                [
                    delivery(
                        of: challenges,
                        by: .challenges,
                        to: [
                            (.identity, people, 13), (.scoring, points, 8), (.media, pictures, 9),
                        ]
                    ),
                    delivery(of: scoring, by: .scoring, to: [(.identity, people, 16)]),
                ]
            }
    }

    /// Who a client app asks through a gateway, on a bad line.
    func asked(_ service: ServiceName) -> any Caller {
        switch service {
        case .identity: Self.line(to: [identity.switchboard], from: .gateway, seed, 10)
        case .scoring: Self.line(to: scorers.map(\.switchboard), from: .gateway, seed, 11)
        default: Self.line(to: challengers.map(\.switchboard), from: .gateway, seed, 12)
        }
    }

    private static func line(
        to replicas: [Switchboard],
        from asker: ServiceName,
        _ seed: UInt64?,
        _ number: UInt64
    ) -> any Caller {
        let line = AlternatingCaller(replicas.map { $0.asked(by: asker) })
        guard let seed else { return line }
        return FaultyCaller(line, seed: seed &* 31 &+ number)
    }

    /// Fires the timers that are due, on all replicas at once.
    func fireDue() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for timers in challengers.map(\.timers) + scorers.map(\.timers) {
                group.addTask { _ = try await timers.fireDue() }
            }
            try await group.waitForAll()
        }
    }

    /// Blocks two people, which no call does yet: stores it as identityd stores each change of a
    /// relation, with the next version, and tells all who keep copies of it, in order.
    func block(_ user: UserID, _ other: UserID) async throws {
        let pair = Pair(user, other)
        try await identity.database.transaction { [identity] tx in
            let relation = try #require(try await tx.lock(pair).value)
            try identity.publish(tx.set(.blocked, instead: relation), tx)
        }
    }

    /// Takes over what people did before, and computes what is trending.
    func computeTrends() async throws {
        while try await challenges.discovery.trends.fill() > 0 {}
        _ = try await challenges.discovery.trends.compute()
    }

    /// A gateway before the services, on lines that never fail, with a key that is always the same.
    func gateway() -> Gateway {
        var configuration = Gateway.Configuration(
            mediaKeys: [SymmetricKey(data: Array(repeating: 7 as UInt8, count: 32))],
            cursorKeys: [SymmetricKey(size: .bits256)]
        )
        // Long enough for any slow machine.
        configuration.waits = Waits(
            call: .seconds(900),
            slot: .seconds(300),
            points: .seconds(300),
            session: .seconds(300)
        )
        // Some tests ask for everything at once, as the same user.
        configuration.requests.callsPerUser = 10_000
        configuration.requests.callsPerAddress = 10_000
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

    /// Waits until every day is counted, every event has arrived, every result is written, and
    /// every medal given.
    func settle() async throws {
        try await eventually("days are counted", within: .seconds(120)) {
            try await challenges.database.one("SELECT count(*) FROM day_changes") {
                try $0.next(Int.self)
            } == 0
        }
        for sender in [identity.database, challenges.database] {
            try await eventually("the events arrive", within: .seconds(120)) {
                try await sender.one("SELECT count(*) FROM outbox") { try $0.next(Int.self) } == 0
            }
        }
        try await eventually("results are written, medals given, and told", within: .seconds(120)) {
            try await scoring.database.one(
                """
                SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM contest_boards
                    WHERE state = 'completed' AND medals_at IS NULL)
                    + (SELECT count(*) FROM contest_players
                        WHERE completed_at IS NOT NULL AND NOT is_awarded)
                    + (SELECT count(*) FROM counters WHERE is_due)
                """
            ) { try $0.next(Int.self) } == 0
        }
    }

    private func deliver(_ body: @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for delivery in deliveries { group.addTask { try await delivery.run() } }
            for challenges in challengers {
                group.addTask { try await challenges.countingDays.run() }
            }
            for scoring in scorers {
                group.addTask { try await scoring.compaction.run() }
                group.addTask { try await scoring.freezing.run() }
                group.addTask { try await scoring.awarding.run() }
                group.addTask { try await scoring.moving.run() }
            }
            defer { group.cancelAll() }
            try await body()
        }
    }
}
