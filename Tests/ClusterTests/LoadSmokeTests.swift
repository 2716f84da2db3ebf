import Foundation
import TestKit
import Testing

/// The load tests against real processes: checks what they send, not how fast.
///
/// Slow: runs every scenario of the load generator.
struct LoadSmokeTests {
    @Test func `every scenario runs against a cluster, and nothing fails`() async throws {
        try await RunningCluster.run { cluster in
            let data = ["--data", cluster.directory]
            let contests = ["--contests", "2", "--players", "10"]
            let prepare =
                ["load", "prepare", "--people", "20", "--friends", "6", "--dares", "8"] + contests
            let prepared = try await RunningCluster.gauntlet(prepare + data)
            try #require(prepared.status == 0, "\(prepared.output)\(prepared.error)")
            #expect(prepared.output.contains("There are 20 prepared people: load_000001 to"))
            let all = "20 people, 54 friendships, 160 dares, 2 contests, 20 participants"
            #expect(prepared.output.contains(all), "\(prepared.output)")
            let again = try await RunningCluster.gauntlet(prepare + data)
            let none = "0 people, 0 friendships, 0 dares, 0 contests, 0 participants"
            #expect(again.output.contains(none), "\(again.output)\(again.error)")

            for (target, scenario) in try await Self.scenarios() {
                let arguments = ["--callers", "2"] + contests + data
                try await ask(target, scenario, arguments, of: cluster)
            }
            // With only the gateway's address and the password, the tool signs in.
            let password = try #require(
                prepared.output.firstMatch(of: /with the password (\S+)/)?.1
            )
            let stranger = ["--url", cluster.url, "--password", "\(password)", "--people", "20"]
            try await ask("gateway", "me", ["--callers", "2"] + stranger, of: cluster)

            try await plot(data, cluster)
            try await fail(data, cluster)
        }
    }

    /// The scenarios that `gauntlet load list` shows.
    private static func scenarios() async throws -> [(target: String, scenario: String)] {
        let list = try await RunningCluster.gauntlet(["load", "list"])
        #expect(list.status == 0)
        var found: [(String, String)] = []
        var target = ""
        for line in list.output.split(separator: "\n") {
            if line.hasPrefix("  ") {
                found.append((target, String(line.split(separator: " ")[0])))
            } else {
                target = String(line)
            }
        }
        #expect(Set(found.map(\.0)) == ["identity", "challenges", "media", "scoring", "gateway"])
        return found
    }

    private func ask(
        _ target: String,
        _ scenario: String,
        _ arguments: [String],
        of cluster: RunningCluster
    ) async throws {
        let file = "\(cluster.directory)/report.json"
        let asked = try await RunningCluster.gauntlet(
            ["load", target, "--scenario", scenario, "--requests", "20", "--json", file]
                + ["--timeout", "60s"] + arguments
        )
        #expect(asked.status == 0, "\(target) \(scenario): \(asked.output)\(asked.error)")
        let bytes = try Data(contentsOf: URL(filePath: file))
        let report = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(report["target"] as? String == target)
        #expect(report["loop"] as? String == "closed")
        let run = try #require((report["runs"] as? [[String: Any]])?.first)
        let latency = try #require(run["latency"] as? [String: Any])
        #expect(latency["count"] as? Int == 20, "\(target) \(scenario): \(asked.output)")
        #expect((run["failures"] as? [String: Any])?.isEmpty == true, "\(asked.output)")
    }

    /// An open loop and a ramp, with a plot of each.
    private func plot(_ data: [String], _ cluster: RunningCluster) async throws {
        let svg = "\(cluster.directory)/plot.svg"
        let open = try await RunningCluster.gauntlet(
            ["load", "scoring", "--scenario", "points", "--rate", "100", "--requests", "20"]
                + ["--svg", svg, "--timeout", "60s"] + data
        )
        #expect(open.status == 0, "\(open.error)")
        #expect(open.output.contains("/s intended"), "\(open.output)")
        #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("latency over time"))
        let ramp = try await RunningCluster.gauntlet(
            ["load", "scoring", "--scenario", "points", "--ramp", "--rate", "10", "--step", "1s"]
                + ["--duration", "1s", "--svg", svg] + data
        )
        #expect(ramp.output.contains("intended/s"), "\(ramp.output)\(ramp.error)")
        #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("latency over load"))
    }

    /// Runs that cannot work.
    private func fail(_ data: [String], _ cluster: RunningCluster) async throws {
        // Nothing listens at this address.
        let nobody = try await RunningCluster.gauntlet(
            [
                "load", "scoring", "--scenario", "points", "--address", "127.0.0.1:1", "--people",
                "20",
            ]
                + ["--requests", "2", "--callers", "1"] + data
        )
        #expect(nobody.status == 1, "\(nobody.output)\(nobody.error)")
        #expect(nobody.output.contains("failed: 2 × wire.unavailable"), "\(nobody.output)")
    }

    @Test(arguments: [
        (["load", "scoring", "--scenario", "nothing"], "points, "),
        (["load", "nobody", "--scenario", "points"], "identity, challenges, media, scoring"),
        (["load", "scoring", "--scenario", "points", "--rate", "0"], "--rate"),
        (["load", "scoring", "--scenario", "points", "--callers", "0"], "--callers"),
        (["load", "scoring", "--scenario", "points", "--duration", "5"], "--duration"),
        (["load", "scoring", "--scenario", "points", "--ramp", "--requests", "5"], "--requests"),
        (["load", "scoring", "--scenario", "points", "--step", "5s"], "--step"),
        (["load", "scoring", "--scenario", "points", "--url", "http://x"], "--url"),
        (["load", "gateway", "--scenario", "me", "--address", "127.0.0.1:1"], "--address"),
        (
            ["load", "gateway", "--scenario", "me", "--url", "http://192.0.2.1:80"]
                + ["--password", "correct horse", "--people", "2"],
            "--beyond-loopback"
        ),
        (
            ["load", "gateway", "--scenario", "me", "--url", "ftp://localhost"]
                + ["--password", "correct horse", "--people", "2"],
            "--url must be"
        ),
        (["load", "prepare", "--people", "1"], "--people"),
        (["load", "prepare", "--people", "5", "--friends", "1"], "--friends"),
        (["load", "prepare", "--people", "5", "--contests", "101"], "--contests"),
        (["load", "prepare", "--people", "5", "--players", "1"], "--players"),
        (["load", "scoring", "--scenario", "board", "--contests", "101"], "--contests"),
        (["load", "scoring", "--scenario", "board", "--players", "1"], "--players"),
    ])
    func `a wrong option is reported`(arguments: [String], name: String) async throws {
        let refused = try await RunningCluster.gauntlet(arguments)
        #expect(refused.status != 0)
        #expect(refused.output.isEmpty)
        let line = refused.error.split(separator: "\n").first ?? ""
        #expect(line.contains(name), "\(refused.error)")
    }
}
