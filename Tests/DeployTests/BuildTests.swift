import Foundation
import Testing

/// The main package and the benchmarks share one build folder.
struct BuildTests {
    private static let scripts: [String] = {
        let deploy = (try? Repository.names(in: "deploy").map { "deploy/\($0)" }) ?? []
        return (deploy + ["Benchmarks/run"]).filter { path in
            (try? Repository.text(path))?.hasPrefix("#!") ?? false
        }
    }()

    @Test func `each package is built by a plan of its own, whoever built before`() throws {
        var builders: Set<String> = []
        for script in Self.scripts {
            for line in try Repository.lines(script) {
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "build") else { continue }
                if word == 0 { builders.insert(script) }
                let hasFolderOfItsOwn = words.contains(".build-fuzz")
                #expect(
                    word == 0 || words[word - 1] != "swift" || hasFolderOfItsOwn,
                    "\(script) must build with lib.sh's build: \(line)"
                )
            }
        }
        #expect(
            builders == [
                "Benchmarks/run", "deploy/check-abuse", "deploy/check-http", "deploy/test",
                "deploy/up",
            ]
        )
    }

    @Test func `the function that builds makes the plan anew`() async throws {
        let outcome = try await Outcome.of([
            "bash", "-c", "swift() { echo \"$*\" >&2; }; . \"$0\"; build -c release",
            Repository.root.appending(path: "deploy/lib.sh").path,
        ])
        #expect(outcome.error == "build --disable-build-manifest-caching -c release\n")
        #expect(outcome.output.isEmpty)
    }
}
