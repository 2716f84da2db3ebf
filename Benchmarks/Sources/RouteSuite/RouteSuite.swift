public import Measuring
import Staging

/// What apps ask most often, beside the cheapest request in the same run, and beside the same with
/// less data: what it costs must not grow with what a person, or everybody, has.
///
/// Costs are the processor time of all services and PostgreSQL, until the last event of the
/// requests is delivered.
public struct RouteSuite: Suite {
    public let name = "routes"

    public init() {}

    public func measure(into report: Report) async throws {
        let wrk = try Wrk()
        // Each round's contests are new ones, and one person is in all of them.
        try await StandingCluster.run(settings: StandingCluster.manyContests) { cluster in
            let stage = try await Stage(cluster: cluster, wrk: wrk, report: report)
            // These come first: while the tables hold little else, the database expects most of
            // what it reads to be much.
            try await stage.measureBoards()
            try await stage.measureCounts()
            try await stage.measureEntries()
            try await stage.measureFriendRequests()
            try await stage.measureSessions()
            try await stage.measureFriends()
            try await stage.measureSearch()
            try await stage.measureLists()
        }
    }
}
