import Foundation
import NIOHTTP1
import TestBasics
import TestKit
import Testing

/// What an operator changes for all users: `gauntlet admin preset`, `category` and `unit`.
struct DefinitionCommands {
    let cluster: RunningCluster

    /// A user reads what the operator puts, in both languages (CH-02, CH-04, SF-18).
    func expectPut(as user: App) async throws {
        let put = [
            "preset", "put", "run-10-km", "--name", "en:Run 10 km", "--name", "de:10 km: laufen",
            "--description", "en:Ten kilometres.", "--metric", "distance", "--target", "10000.5",
        ]
        for version in 1...2 {
            let output = try await admin(put)
            #expect(output.hasPrefix("Preset run-10-km is definition "), "\(output)")
            #expect(output.hasSuffix(", version \(version).\n"), "\(output)")
        }
        for (language, name) in [("en", "Run 10 km"), ("de-AT, en;q=0.5", "10 km: laufen")] {
            let presets = try await user.persistently(
                "/v1/definitions?of=preset&limit=100",
                method: .GET,
                headers: [("Accept-Language", language)]
            )["items"].items
            let preset = try #require(presets.first { $0["preset"] == "run-10-km" })
            #expect(preset["name"]?.text == name)
            #expect(preset["unit"] == "m")
            #expect(preset["target"] == .number(10_000.5))
        }
        let stored = try await admin(["category", "put", "balance", "--name", "Balance"])
        #expect(stored == "Category balance is stored.\n")
        let categories = try await user.get("/v1/categories")["items"].items
        #expect(categories.last == .object(["id": "balance", "name": "Balance"]))
        let laps = try await admin(["unit", "put", "laps", "--cap", "500", "--seconds", "60"])
        #expect(laps == "Unit laps is stored.\n")
    }

    func expectRefused() async throws {
        let put = ["preset", "put", "run-10-km"]
        for (arguments, sentence) in [
            (put, "--name"), (put + ["--name", "Run"], "--name"),
            (put + ["--name", "en:Run", "--description", "de:x"], "has no --name"),
            (put + ["--name", "en:Run", "--target", "ten"], "--target must be a number"),
            (put + ["--name", "en:Run", "--metric", "hearts"], "--metric has no choice"),
            (put + ["--name", "de:Laufen"], "/texts: A preset needs a text in English"),
            (
                put + ["--name", "en:Run", "--category", "x"],
                "/category: There is no such category"
            ),
            (["category", "put", "A b", "--name", "X"], "/category: The category must have"),
            (["unit", "put", "laps", "--cap", "0"], "/cap: The cap must be above 0."),
        ] {
            let refused = try await command(arguments)
            #expect(refused.status != 0, "\(arguments)")
            #expect(refused.output.isEmpty, "\(arguments)")
            #expect(refused.error.contains(sentence), "\(arguments): \(refused.error)")
        }
    }

    /// What the command prints.
    private func admin(_ arguments: [String]) async throws -> String {
        let outcome = try await command(arguments)
        #expect(outcome.status == 0, "\(outcome.error)")
        return outcome.output
    }

    private func command(_ arguments: [String]) async throws -> RunningCluster.Outcome {
        try await RunningCluster.gauntlet(
            ["admin"] + arguments + ["--data", cluster.directory]
        )
    }
}
