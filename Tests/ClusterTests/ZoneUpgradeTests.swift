import Cluster
import Foundation
import NIOHTTP1
import TestBasics
import TestKit
import Testing
import Values

/// A cluster whose time zones are upgraded while it runs (2.9-zone-rules).
struct ZoneUpgradeTests {
    /// The clocks of Africa/Casablanca are an hour ahead of UTC by the older release, and go back
    /// before the contest by the newer one.
    private static func upgrade(_ zones: ZoneDirectory) throws {
        let file = TZifFile.changed(3_600, to: 0, at: 1_700_000_000)
        try zones.write("Africa/Casablanca", file.bytes)
        let index = "# version 2026f\nZ Africa/Casablanca 1 - +01\nZ Pacific/Ahead 14 - +14\n"
        try zones.write("tzdata.zi", Array(index.utf8))
    }

    private func moment(_ day: CivilDate, hours: Int64) -> String {
        let seconds = day.daysSince1970 * 86_400 + hours * 3_600
        return "\(Instant(microseconds: seconds * 1_000_000))"
    }

    private func releases(_ cluster: RunningCluster) async throws -> [String: String] {
        let processes = try await cluster.status().processes
        return Dictionary(
            uniqueKeysWithValues: processes.compactMap { process in
                process.tzdata.map { (process.name, $0) }
            }
        )
    }

    @Test func `a contest's days stay, and what has not happened yet moves, after a restart`()
        async throws
    {
        let zones = try ZoneDirectory(
            release: "2026b",
            zones: ["Africa/Casablanca": .fixed(3_600), "Pacific/Ahead": .fixed(50_400)]
        )
        try await RunningCluster.run(through: ["/usr/bin/env", "TZDIR=\(zones.path)"]) { cluster in
            let older = ["identity": "2026b", "challenges": "2026b", "scoring": "2026b"]
            #expect(try await releases(cluster) == older)
            var ana = App(url: cluster.url)
            // It is one of the contest's days there, whatever the time of day.
            let account = try await ana.post(
                "/v1/accounts",
                [
                    "username": "ana", "password": App.password, "firstName": "Ana",
                    "lastName": "Test", "timeZone": "pacific/ahead",
                ]
            )
            #expect(account["user"]["timeZone"] == "Pacific/Ahead")
            ana.token = try #require(account["accessToken"]?.text, "\(account.said)")
            let today = CivilDate(
                daysSince1970: (Instant.now().microseconds / 1_000_000 + 3_600) / 86_400
            )
            let last = CivilDate(daysSince1970: today.daysSince1970 + 2)
            let made = try await ana.post(
                "/v1/contests",
                [
                    "kind": "competition", "name": "Days", "unit": "days",
                    "aggregation": "daysActive", "timeZone": "Africa/Casablanca",
                    "startsOn": "\(today)", "endsOn": "\(last)",
                ]
            )
            let id = try #require(made["id"]?.text, "\(made.said)")
            let dayAfter = CivilDate(daysSince1970: last.daysSince1970 + 1)
            #expect(made["endsAt"]?.text == moment(dayAfter, hours: -1))
            // Until the restart the files that were read count.
            try Self.upgrade(zones)
            #expect(try await ana.get("/v1/contests/\(id)")["endsAt"] == made["endsAt"])
            for service in ["identity", "challenges", "scoring"] {
                let outcome = try await RunningCluster.gauntlet([
                    "restart", service, "--data", cluster.directory,
                ])
                #expect(outcome.status == 0, "\(outcome.error)")
            }
            try await eventually("the end moves", within: .seconds(60)) {
                try await ana.get("/v1/contests/\(id)")["endsAt"]?.text
                    == moment(dayAfter, hours: 0)
            }
            let after = try await ana.get("/v1/contests/\(id)")
            #expect(after["startsAt"] == made["startsAt"])
            let entry = try await ana.post("/v1/contests/\(id)/entries", ["note": "Done"])
            #expect(entry.status == 201, "\(entry.said)")
            #expect(try await releases(cluster) == older.mapValues { _ in "2026f" })
            let metrics = try await cluster.admin("challenges", "/metrics").text
            #expect(metrics.contains("gauntlet_tzdata_info{release=\"2026f\"} 1\n"))
            #expect(
                try cluster.log("challenges").contains {
                    $0.contains("Time zones were read.") && $0.contains("tzdata=2026f")
                }
            )
        }
        withExtendedLifetime(zones) {}
    }
}
