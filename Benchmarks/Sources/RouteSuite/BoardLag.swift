import Staging

/// One long run: how far a contest's board lags behind its logged entries.
public struct BoardLag: Sendable {
    private let players: Int
    private let people: Int
    private let rate: Int
    private let seconds: Int
    private let replicas: Int
    private let killsScoring: Bool

    /// The maximum number of entries in flight.
    public static let callers = 64
    /// The maximum time for the board to catch up after the last entry.
    private static let patience = Duration.seconds(900)

    /// - Parameters:
    ///   - players: The number of participants of the contest.
    ///   - people: The number of participants who log, in turn; at least `callers`.
    ///   - rate: Entries per second.
    ///   - seconds: The duration.
    ///   - replicas: The number of processes of each service.
    ///   - killsScoring: Whether a scoring process is killed halfway through.
    public init(
        players: Int,
        people: Int,
        rate: Int,
        seconds: Int,
        replicas: Int,
        killsScoring: Bool
    ) {
        self.players = players
        self.people = people
        self.rate = rate
        self.seconds = seconds
        self.replicas = replicas
        self.killsScoring = killsScoring
    }

    /// Runs the measurement in a cluster of its own.
    ///
    /// - Returns: The results.
    /// - Throws: `StagingError` when an entry is refused, or when the board does not catch up.
    public func measure() async throws -> Found {
        try await StandingCluster.run(
            replicas: replicas,
            settings: StandingCluster.manyContests
        ) { cluster in
            let strangers = try await Strangers(max(100, players - people), in: cluster)
            let shelf = try await Shelf(of: strangers, in: cluster)
            try await shelf.add(Stage.contests, named: "Run", players: 50)
            let people = try await Callers.make(people) { number in
                try await Person("Rower\(number)", at: cluster.url)
            }
            try await cluster.deliverEvents(of: "identity")
            let race = try await Race(of: players, with: people, in: cluster)
            let (samples, answering) = try await watch(cluster) {
                async let death: Void = killScoring(of: cluster)
                try await log(for: race.parts)
                try await death
            }
            return Found(
                samples: samples,
                entries: rate * seconds,
                answering: answering,
                catchingUp: samples.last.map { max(0, $0.at - answering) } ?? 0,
                differences: try await race.differences()
            )
        }
    }

    private func killScoring(of cluster: StandingCluster) async throws {
        guard killsScoring else { return }
        try await Task.sleep(for: .seconds(Double(seconds) / 2))
        try cluster.kill("scoring")
    }

    /// Logs entries at the given rate; late ones are logged at once.
    private func log(for parts: [Loggers.Part]) async throws {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<Self.callers {
                group.addTask {
                    for number in stride(from: first, to: rate * seconds, by: Self.callers) {
                        let due = start + .seconds(Double(number) / Double(rate))
                        try await Task.sleep(until: due, clock: .continuous)
                        try await parts[number % parts.count].log(1 + number % 9)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Samples the outbox every second while `body` runs, and until it is empty.
    ///
    /// - Returns: The samples, and the seconds that `body` took.
    private func watch(
        _ cluster: StandingCluster,
        during body: @escaping @Sendable () async throws -> Void
    ) async throws -> ([LagSample], Double) {
        let start = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Double.self) { group in
            let end = End()
            group.addTask {
                do {
                    try await body()
                    await end.come()
                } catch {
                    await end.come()
                    throw error
                }
                return (ContinuousClock.now - start) / .seconds(1)
            }
            var samples: [LagSample] = []
            let limit = start + .seconds(seconds) + Self.patience
            while true {
                let hasEnded = await end.hasCome
                let sample = try await LagSample(of: cluster, since: start)
                samples.append(sample)
                if hasEnded, sample.waiting == 0 { break }
                guard ContinuousClock.now < limit else {
                    throw StagingError("\(sample.waiting) events still wait")
                }
                try await Task.sleep(until: start + .seconds(samples.count), clock: .continuous)
            }
            let answering = try await group.next() ?? 0
            return (samples, answering)
        }
    }

    /// Whether something has ended.
    private actor End {
        private(set) var hasCome = false

        func come() { hasCome = true }
    }
}
