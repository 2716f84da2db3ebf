import Measuring
import Staging

/// A cluster in which ten thousand strangers have friends and contests, with the meters for its
/// requests.
struct Stage: Sendable {
    let cluster: StandingCluster
    let wrk: Wrk
    let report: Report
    let strangers: Strangers
    let shelf: Shelf
    /// Measures the cost of requests including their events.
    let writes: Meter
    /// Measures the cost of requests that cause no events.
    private let reads: Meter

    var isSmoke: Bool { report.plan.isSmoke }

    init(cluster: StandingCluster, wrk: Wrk, report: Report) async throws {
        self.cluster = cluster
        self.wrk = wrk
        self.report = report
        strangers = try await Strangers(report.plan.isSmoke ? 50 : 10_000, in: cluster)
        shelf = try await Shelf(of: strangers, in: cluster)
        // Without contests of usual sizes, the planner would expect every contest to be large.
        try await shelf.add(
            Self.contests,
            named: "Run",
            players: report.plan.isSmoke ? 2 : 50
        )
        let processes = ["identity", "challenges", "scoring", "gateway", "postgres"]
        reads = Meter(of: processes, delivering: [], in: cluster)
        writes = Meter(
            of: processes,
            delivering: ["challenges", "scoring", "identity"],
            in: cluster
        )
    }

    /// The numbers of the contests that exist at first.
    static let contests = 0..<300

    /// The first number for a measurement, the second to check that the tools work.
    func count(_ count: Int, orSmoke few: Int) -> Int { isSmoke ? few : count }

    /// The number of rounds for each kind of request, including the one that is not measured.
    var rounds: Int { report.plan.rounds + 1 }

    /// Registers people.
    func people(_ count: Int, named name: String) async throws -> [Person] {
        let people = try await Callers.make(count) { number in
            try await Person("\(name)\(number)", at: cluster.url)
        }
        try await cluster.deliverEvents(of: "identity")
        return people
    }

    /// The processor time of a `GET` request.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - people: The people who send it.
    ///   - total: The number of requests that they send together.
    /// - Returns: Seconds.
    /// - Throws: `StagingError` when the gateway refuses.
    func time(of path: String, by people: [Person], total: Int = 1_024) async throws -> Double {
        let each = count(max(1, total / people.count), orSmoke: 2)
        return try await reads.time(of: people, each: each) { person, _ in
            try await person.send("GET", path)
        }
    }

    /// Compares the processor time of requests with that of `GET /v1/me`.
    @MainActor
    func compareTime(
        of work: String,
        target: Double,
        by people: [Person],
        ours: () async throws -> Double
    ) async throws {
        try await report.compareTime(
            work,
            with: Self.me,
            target: .atMost(target),
            ours: ours,
            theirs: { try await time(of: Self.me.path, by: people, total: 4_096) }
        )
    }

    /// Compares a `GET` request of people with much data with that of people with little.
    func compareTime(
        of path: String,
        _ many: (words: String, people: [Person]),
        with few: (words: String, people: [Person]),
        target: Double
    ) async throws {
        try await report.compareTime(
            "GET \(path) with \(many.words)",
            with: "with \(few.words)",
            target: .atMost(target),
            ours: { try await time(of: path, by: many.people) },
            theirs: { try await time(of: path, by: few.people) }
        )
    }

    /// Compares requests per second of 64 connections with those of `GET /v1/me`.
    @MainActor
    func compareRate(
        of work: String,
        by people: [Person],
        ours: () async throws -> Double
    ) async throws {
        try await report.compare(
            "\(work), 64 connections",
            with: Self.me,
            in: .rate,
            ours: ours,
            theirs: { try await rate(of: Self.me.path, by: people) }
        )
    }

    /// `GET` requests per second of 64 connections.
    func rate(of path: String, by people: [Person]) async throws -> Double {
        try await wrk.rate(of: cluster.url + path, by: people, for: report.plan.turn)
    }

    private static let me = "GET /v1/me"
}

extension String {
    /// The path of a request such as `GET /v1/me`.
    fileprivate var path: String { String(drop { $0 != "/" }) }
}
