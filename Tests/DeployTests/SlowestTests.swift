import Foundation
import Testing

/// What `deploy/slowest` tells of a run, and what `deploy/test` makes of it.
struct SlowestTests {
    /// What a runner writes, a line for each event.
    private struct Events {
        private(set) var text = ""
        private var declared: Set<String> = []

        /// A test, in a file that need not exist. A name that starts with `p` has cases.
        mutating func declare(_ suite: String, _ test: String, in path: String = "/none/A.swift") {
            guard declared.insert("\(suite)/\(test)").inserted else { return }
            write([
                "kind": "test", "version": "6.3.0",
                "payload": [
                    "displayName": test, "id": id(suite, test),
                    "isParameterized": test.hasPrefix("p"), "kind": "function", "name": test,
                    "sourceLocation": ["filePath": path, "line": 1],
                ],
            ])
        }

        mutating func event(_ kind: String, _ time: Double, _ suite: String, _ test: String) {
            event(kind, time, ["testID": id(suite, test)])
        }

        mutating func event(_ kind: String, _ time: Double, _ more: [String: String] = [:]) {
            var payload: [String: Any] = [
                "instant": ["absolute": 1000 + time, "since1970": 9000 + time], "kind": kind,
                "messages": [["symbol": "default", "text": #"It said "kind":"testEnded"."#]],
            ]
            for (name, value) in more { payload[name] = value }
            write(["kind": "event", "version": "6.3.0", "payload": payload])
        }

        private func id(_ suite: String, _ test: String) -> String {
            "\(suite)/\(test)/A.swift:1:6"
        }

        private mutating func write(_ record: [String: Any]) {
            let line = try? JSONSerialization.data(withJSONObject: record, options: .sortedKeys)
            text += String(decoding: line ?? Data(), as: UTF8.self) + "\n"
        }

        /// A run through one slot of suites that take so many seconds, one test each. All get in
        /// line at once.
        static func oneByOne(
            _ suites: [(name: String, seconds: Double)],
            in path: String = "/none/A.swift"
        ) -> Events {
            var events = Events()
            for suite in suites { events.declare(suite.name, "runs()", in: path) }
            events.event("runStarted", 0)
            for suite in suites { events.event("testStarted", 0, suite.name, "runs()") }
            var clock = 0.0
            for suite in suites {
                clock += suite.seconds
                events.event("testEnded", clock, suite.name, "runs()")
            }
            events.event("runEnded", clock)
            return events
        }
    }

    /// Twelve suites, of which the last takes half of the time.
    private static let twelve =
        (1...11).map { ("A.S\($0)", Double($0) / 66 * 50) } + [("A.Long", 50)]

    private func told(
        of events: String,
        width: Int = 1,
        extent: String = "whole",
        isStrict: Bool = false
    ) async throws -> Outcome {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try Data(events.utf8).write(to: scratch.url("events"))
        return try await Outcome.of(
            [
                Repository.root.appending(path: "deploy/slowest").path,
                "\(scratch.path)/events", "\(width)", extent,
            ],
            environment: ["GAUNTLET_STRICT": isStrict ? "1" : "0"]
        )
    }

    /// Shares by the names of their suites, in the order of the lines.
    private func ranks(_ outcome: Outcome) -> [(suite: Substring, share: Double)] {
        outcome.output.matches(of: #/([0-9.]+) %  (\S+): /#).compactMap { line in
            Double(line.1).map { (line.2, $0) }
        }
    }

    @Test func `ten are named, the slowest first`() async throws {
        let outcome = try await told(of: Events.oneByOne(Self.twelve).text)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.output.contains("The slowest of 12 suites, by their share of the run’s 100 s:")
        )
        let ranks = ranks(outcome)
        #expect(ranks.map(\.suite) == ["A.Long"] + (3...11).reversed().map { "A.S\($0)" })
        #expect(ranks.first?.share == 50)
        #expect(ranks.last?.share == 2.3)
    }

    @Test func `who waits in line does not run yet`() async throws {
        var events = Events()
        for suite in ["A.First", "A.Next", "A.Last"] { events.declare(suite, "`runs / all`()") }
        events.event("runStarted", 0)
        for suite in ["A.First", "A.Next", "A.Last"] {
            events.event("testStarted", 0, suite, "`runs / all`()")
        }
        // Two slots: the last one in line gets that of the next one, after 20 seconds.
        events.event("testEnded", 20, "A.Next", "`runs / all`()")
        events.event("testEnded", 60, "A.Last", "`runs / all`()")
        events.event("testEnded", 100, "A.First", "`runs / all`()")
        events.event("runEnded", 100)
        let outcome = try await told(of: events.text, width: 2)
        let lines = outcome.output.split(separator: "\n").dropFirst()
        // A moment that two share counts half for each.
        #expect(
            lines.first
                == " 70.0 %  A.First: 100 s in its tests, 100 s in the longest, `runs / all`()"
        )
        #expect(lines.dropFirst().first?.hasPrefix(" 20.0 %  A.Last: 40 s in its tests") == true)
        #expect(lines.dropFirst(2).first?.hasPrefix(" 10.0 %  A.Next: 20 s in its tests") == true)
    }

    @Test func `each case of a test gets a slot of its own`() async throws {
        var events = Events()
        events.declare("A.Cases", "p(x:)")
        events.declare("A.One", "runs()")
        events.event("runStarted", 0)
        events.event("testStarted", 0, "A.Cases", "p(x:)")
        events.event("testStarted", 0, "A.One", "runs()")
        events.event("testCaseStarted", 0, "A.Cases", "p(x:)")
        events.event("testCaseEnded", 30, "A.Cases", "p(x:)")
        events.event("testCaseStarted", 30, "A.Cases", "p(x:)")
        events.event("testCaseEnded", 60, "A.Cases", "p(x:)")
        events.event("testEnded", 60, "A.Cases", "p(x:)")
        events.event("testEnded", 100, "A.One", "runs()")
        events.event("runEnded", 100)
        let ranks = ranks(try await told(of: events.text))
        #expect(ranks.map(\.suite) == ["A.Cases", "A.One"])
        #expect(ranks.map(\.share) == [60, 40])
    }

    @Test(arguments: [
        ("whole", false, 0, "warning: "), ("whole", true, 1, "error: "), ("part", true, 0, ""),
    ])
    func `more than a tenth is a warning, and an error where warnings are`(
        extent: String,
        isStrict: Bool,
        status: Int32,
        word: String
    ) async throws {
        let outcome = try await told(
            of: Events.oneByOne(Self.twelve).text,
            extent: extent,
            isStrict: isStrict
        )
        #expect(outcome.status == status, "\(outcome.error)")
        let said = outcome.output.split(separator: "\n").filter { $0.contains("more than a tenth") }
        #expect(said.count == (word.isEmpty ? 0 : 1))
        #expect(said.allSatisfy { $0.hasPrefix("\(word)A.Long takes ") })
    }

    @Test(arguments: [
        ("/// Waits.\n/// Slow: it waits for clocks.\n@Suite(.timeLimit) struct Long {", true),
        ("/// Slow: it waits for clocks.\n@Suite(\n    .timeLimit(1)\n)\nstruct Long {", true),
        ("/// Slow: it waits for clocks.\nstruct Longer {}\nstruct Long {", false),
        ("/// Slow: it waits for clocks.\nlet clock = 1\nstruct Long {", false),
        ("/// It waits for clocks.\nstruct Long {", false), ("/// Slow: \nstruct Long {", false),
        ("", false),
    ])
    func `a suite says why it is slow in the comment above it`(
        source: String,
        isReason: Bool
    )
        async throws
    {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try Data(source.utf8).write(to: scratch.url("Long.swift"))
        let events = Events.oneByOne(Self.twelve, in: "\(scratch.path)/Long.swift")
        let outcome = try await told(of: events.text, isStrict: true)
        #expect(outcome.status == (isReason ? 0 : 1), "\(outcome.output)")
        #expect(outcome.output.contains(". Slow: it waits for clocks.\n") == isReason)
    }

    @Test func `a run that was cut short is told as far as it went, and not judged`() async throws {
        let whole = Events.oneByOne(Self.twelve).text
        let lines = whole.split(separator: "\n")
        // Neither the run's end nor the last test's, whose line breaks off in its time.
        let short =
            lines.dropLast(2).joined(separator: "\n") + "\n" + lines[lines.count - 2].prefix(51)
        let outcome = try await told(of: short, isStrict: true)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains("the run’s 50 s:"))
        #expect(ranks(outcome).first?.suite == "A.S11")
        for nothing in ["", "{", String(lines[0])] {
            let outcome = try await told(of: nothing, isStrict: true)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(arguments: [
        (0, true, 1), (0, false, 0), (7, true, 7), (7, false, 7),
    ])
    func `a run ends as its tests do, and its last line is their count`(
        tests: Int32,
        isStrict: Bool,
        status: Int32
    ) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try Data(Events.oneByOne(Self.twelve).text.utf8).write(to: scratch.url("recorded"))
        let outcome = try await Outcome.of(
            [
                "bash", "-c",
                """
                set -euo pipefail
                here=$0 scratch=$1 status=$2
                . "$here/deploy/lib.sh"
                swift() {
                    while [ "$1" != --event-stream-output-path ]; do shift; done
                    cp "$scratch/recorded" "$2"
                    echo '✘ Test runs() failed'
                    echo 'Test run with 12 tests in 12 suites took 100 seconds.'
                    return "$status"
                }
                run_tests "$scratch" whole
                """,
                Repository.root.path, scratch.path, "\(tests)",
            ],
            environment: ["GAUNTLET_STRICT": isStrict ? "1" : "0", "GAUNTLET_TEST_WIDTH": "1"]
        )
        #expect(outcome.status == status, "\(outcome.error)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.last?.hasPrefix("Test run with 12 tests") == true)
        #expect(lines.contains(" 50.0 %  A.Long: 50 s in its tests, 50 s in the longest, runs()"))
        #expect(lines.contains("Failures:") == (tests != 0))
    }
}
