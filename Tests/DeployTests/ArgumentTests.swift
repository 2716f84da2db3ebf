import Foundation
import Testing

/// The scripts print their usage before they install, build or start anything.
struct ArgumentTests {
    @Test(arguments: [
        ["fuzz"], ["fuzz", "nothing"], ["fuzz", "frame", "0"], ["fuzz", "frame", "3601"],
        ["fuzz", "frame", "-1"], ["fuzz", "frame", "1.5"], ["fuzz", "frame", "1m"],
        ["fuzz", "frame", ""], ["fuzz", "frame", "60", "60"], ["check-http", "9"],
        ["check-http", "601"], ["check-restarts", "1001"], ["check-restarts", "1", "-1"],
        ["check-restarts", "1", "1", "1"], ["check-restarts", "gateway"], ["check-pictures"],
        ["check-pictures", "/nowhere"], ["check-pictures", "/tmp", "/tmp"],
        ["check-pictures", "--samples", "/tmp"], ["check-web", "dare"],
        ["check-web", "--engine"], ["check-web", "--engine", "opera"],
        ["check-web", "screenshots"], ["check-postgres", "16"], ["check-postgres", "17", "x"],
    ])
    func `an invalid target, duration or folder is answered with the usage line`(
        words: [String]
    )
        async throws
    {
        let script = Repository.root.appending(path: "deploy/\(words[0])").path
        let outcome = try await Outcome.of([script] + words.dropFirst())
        #expect(outcome.status == 2, "\(outcome.error)")
        #expect(outcome.error.hasPrefix("usage: "), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        ("1", true), ("3600", true), ("0060", true), ("0", false), ("3601", false), ("", false),
        ("-1", false), ("+1", false), (" 1", false), ("1.0", false), ("0x10", false),
        ("99999999999999999999", false),
    ])
    func `only whole numbers within the two bounds are accepted`(
        text: String,
        isOne: Bool
    )
        async throws
    {
        let outcome = try await Outcome.of([
            "bash", "-c", "set -e; . \"$0\"; is_between \"$1\" 1 3600",
            Repository.root.appending(path: "deploy/lib.sh").path, text,
        ])
        #expect((outcome.status == 0) == isOne)
    }
}
