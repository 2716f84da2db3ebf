import Staging

/// One long run: how far the board of a contest is behind what was logged for it.
public struct BoardLag: Sendable {
    private let players: Int
    private let people: Int
    private let rate: Int
    private let seconds: Int
    private let replicas: Int
    private let killsScoring: Bool

    /// How many entries are on their way at once at most.
    public static let callers = 64
    /// How long the board may take after the last entry.
    private static let patience = Duration.seconds(900)

    /// - Parameters:
    ///   - players: How many people are in the contest.
    ///   - people: How many of them log, one after the other; at least as many as `callers`.
    ///   - rate: Entries per second.
    ///   - seconds: How long.
    ///   - replicas: How many processes each service has.
    ///   - killsScoring: Whether one of those that keep boards is killed when half of it is over.
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

    /// Runs it in a cluster of its own.
    ///
    /// - Returns: What was found.
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

    /// Logs entries at the rate; one that is late is logged at once.
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

    /// Looks at the outbox every second while something happens, and until it is empty.
    ///
    /// - Returns: What it saw, and how many seconds the thing took.
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
