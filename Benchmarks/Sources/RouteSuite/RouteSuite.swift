public import Measuring
import Staging

/// The requests that apps send most often, compared with the cheapest request of the same run, and
/// with the same request on less data: the cost must not grow with one person's data, nor with
/// everyone's.
///
/// The cost is the processor time of all services and PostgreSQL until the last event of the
/// requests is delivered.
public struct RouteSuite: Suite {
    public let name = "routes"

    public init() {}

    public func measure(into report: Report) async throws {
        let wrk = try Wrk()
        // Each round has new contests, and one person participates in all of them.
        try await StandingCluster.run(settings: StandingCluster.manyContests) { cluster in
            let stage = try await Stage(cluster: cluster, wrk: wrk, report: report)
            // These come first: while the tables hold little else, the planner expects large
            // results from most reads.
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
