import Foundation
import Testing

/// `protocol/mission.txt` is written by hand; this holds it to the routes and the tests that there
/// are.
struct MissionTests {
    @Test func `everything that the apps ask for is played, a client's, or still to come`() throws {
        let routes = GoldenFile.lines("http.txt").compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.count > 1 && words[1].hasPrefix("/") ? "\(words[0]) \(words[1])" : nil
        }
        let mission = Mission(try GoldenFile.text("mission.txt"))
        let mistakes = mission.mistakes(
            routes: Set(routes),
            tests: try Self.outsideTests(),
            browserTests: try Self.browserTests(),
            shown: Mission.shown
        )
        #expect(mistakes == [])
    }

    /// The tests that play the web client in a browser.
    private static func browserTests() throws -> Set<String> {
        let folder = GoldenFile.directory.deletingLastPathComponent()
            .appending(path: "Tests/Browser")
        let files = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "py" }
        return try files.reduce(into: []) { tests, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            let name = file.deletingPathExtension().lastPathComponent
            tests.formUnion(Mission.browserTests(in: text, file: name))
        }
    }

    /// The tests that ask real services through a gateway, as a client does.
    private static func outsideTests() throws -> [String: String] {
        let root = GoldenFile.directory.deletingLastPathComponent()
        var tests: [String: String] = [:]
        for target in ["Tests/JourneyTests", "Tests/ClusterTests"] {
            let walk = FileManager.default.enumerator(
                at: root.appending(path: target),
                includingPropertiesForKeys: nil
            )
            for file in walk?.compactMap({ $0 as? URL }) ?? [] where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                tests.merge(Mission.tests(in: text)) { "\($0) \($1)" }
            }
        }
        return tests
    }

    // What the check itself finds.

    /// A test that plays the first of two ids, and what the other lists of the file are compared
    /// with.
    private static let tests = ["one swims": " A lake (CA-01)."]

    private static func mistakes(_ text: String, ids: [String] = ["CA-01"]) -> [String] {
        Mission(text).mistakes(ids: ids, routes: ["GET /v1/lake"], tests: tests)
    }

    @Test func `what is played, a client's or to come is right`() {
        let text = """
            # The lake.
            CA-01 People swim.
              GET /v1/lake
              test one swims
            CA-04 client The water is blue.
            CA-06 later Boats.
            """
        #expect(Self.mistakes(text, ids: ["CA-01", "CA-04", "CA-06"]) == [])
    }

    @Test func `what came in part has its route and test, and is to come all the same`() {
        let text = "CA-01 later Swimming and diving.\n  GET /v1/lake\n  test one swims"
        #expect(Self.mistakes(text) == [])
    }

    @Test(arguments: [
        ("", "CA-01 is missing"),
        ("CA-04 later Boats.\nCA-01 later Swimming.", "CA-04 is no id"),
        ("CA-01 later Swimming.\nCA-01 later Swimming.", "CA-01 is there twice"),
        ("CA-01 later", "CA-01 is not described"),
        (
            "CA-01 People swim.",
            "CA-01 needs a route and a test that plays it, or `client` or `later`"
        ),
        (
            "CA-01 People swim.\n  GET /v1/lake",
            "CA-01 needs a route and a test that plays it, or `client` or `later`"
        ),
        (
            "CA-01 People swim.\n  test one swims",
            "CA-01 needs a route and a test that plays it, or `client` or `later`"
        ),
        (
            "CA-01 later Swimming and diving.\n  GET /v1/lake",
            "CA-01 needs a route and a test that plays it, or `client` or `later`"
        ),
        (
            "CA-01 client People swim.\n  GET /v1/lake\n  test one swims",
            "CA-01 is done by clients alone, and has routes or tests"
        ),
        (
            "CA-01 People swim.\n  PUT /v1/lake\n  test one swims",
            "CA-01 has no route PUT /v1/lake"
        ),
        (
            "CA-01 People swim.\n  GET /v1/lake\n  test one dives",
            "CA-01 has no test “one dives”"
        ),
    ])
    func `anything else is a mistake`(text: String, mistake: String) {
        #expect(Self.mistakes(text) == [mistake])
    }

    @Test func `what is on a screen has a test in a browser, which is there`() {
        func mistakes(_ lines: String) -> [String] {
            Mission("CA-01 client People swim.\n\(lines)").mistakes(
                ids: ["CA-01"],
                routes: [],
                tests: [:],
                browserTests: ["test_lake.Lake.test_one_swims"],
                shown: ["CA-01"]
            )
        }
        #expect(mistakes("  browser test_lake.Lake.test_one_swims") == [])
        #expect(mistakes("") == ["CA-01 is on a screen, and needs a test in a browser"])
        #expect(
            mistakes("  browser test_lake.Lake.test_one_dives")
                == ["CA-01 has no test test_lake.Lake.test_one_dives in a browser"]
        )
    }

    @Test func `a test in a browser is named by its file and class`() {
        let text = """
            class Lake(Case):
                def test_one_swims(self):
                    pass

            def test_nothing():
            """
        #expect(
            Mission.browserTests(in: text, file: "test_lake") == ["test_lake.Lake.test_one_swims"]
        )
    }

    @Test func `a test that plays an id says so`() {
        let text = """
            CA-01 People swim.
              GET /v1/lake
              test one swims
            CA-04 People dive.
              GET /v1/lake
              test one swims
            """
        #expect(
            Self.mistakes(text, ids: ["CA-01", "CA-04"])
                == ["CA-04 is not cited by “one swims”"]
        )
    }

    @Test func `a test is read with the comment above it, and nothing else is one`() {
        let text = """
            /// Everything (CA-04).
            struct LakeTests {
                /// A lake
                /// (CA-01).
                @Test(
                    arguments: [1, 2]
                )
                func `one swims`(depth: Int) {}

                @Test func `one rests`() {}

                /// Not played (CA-06).
                func `one rows`() {}
            }
            """
        let tests = Mission.tests(in: text)
        #expect(tests == ["one swims": " A lake (CA-01).", "one rests": ""])
    }

    @Test func `every id of the five apps is there, and every point that they leave open`() {
        #expect(Mission.ids.count == 208)
        #expect(Set(Mission.ids).count == 208)
        #expect(Mission.ids.first == "CA-01")
        #expect(Mission.ids.last == "K" + "-24")
    }
}
