import Foundation
import Subprocess
import Testing

/// What the documents show after `$` works, and answers what they show.
struct DocumentTests {
    @Test func `the stories and the operator's commands work as documented`() async throws {
        try await RunningCluster.run { cluster in
            let stories = try ["README.md", "protocol/HTTP.md"].flatMap(DocumentedCommand.all)
            #expect(stories.count > 15)
            try await run(stories, on: cluster)
            let operations = try DocumentedCommand.all(in: "deploy/README.md")
            #expect(operations.count > 5)
            try await run(operations, on: cluster)
        }
    }

    @Test func `an output with other text, or another number of lines, is told`() throws {
        let story = try DocumentedCommand.all(in: "README.md")
        let board = try #require(story.last)
        #expect(board.shows("[1,\"Bo\",100]\n[2,\"Ana\",10]\n"))
        #expect(!board.shows("[1,\"Bo\",100]\n[2,\"Ana\",11]\n"))
        #expect(!board.shows("[1,\"Bo\",100]\n"))
        let account = try #require(story.first { $0.output.first?.contains("…") == true })
        let shown = try #require(account.output.first)
        #expect(account.shows(shown.replacing("…", with: "some")))
        #expect(!account.shows(shown.replacing("accessToken", with: "token")))
    }

    /// Runs commands in one shell, in which `gauntlet` is the built one and knows the cluster.
    private func run(_ commands: [DocumentedCommand], on cluster: RunningCluster) async throws {
        let separator = "\u{1E}\n"
        let script =
            ["set -euo pipefail", #"gauntlet() { "$PROGRAM" "$@" --data "$DIRECTORY"; }"#]
            + commands.flatMap { [$0.text, #"printf '\036\n'"#] }
        let result = try await Subprocess.run(
            .name("timeout"),
            arguments: [
                "300", "bash", "-c",
                script.joined(separator: "\n")
                    .replacing("http://localhost:8080", with: cluster.url),
            ],
            environment: .inherit.updating([
                "PROGRAM": "\(try RunningCluster.programs)/gauntlet",
                "DIRECTORY": cluster.directory,
            ]),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        let printed = result.standardOutput.components(separatedBy: separator)
        for (command, output) in zip(commands, printed) {
            #expect(command.shows(output), "\(command.text) printed \(output)")
        }
        #expect(
            printed.count == commands.count + 1,
            "\(commands[min(printed.count, commands.count) - 1].text): \(result.standardError)"
        )
    }
}
