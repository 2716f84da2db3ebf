/// What `protocol/mission.txt` says: for each thing that the five apps ask for, where it is done
/// and which test plays it.
struct Mission {
    /// How far a thing is.
    enum Mark: String {
        /// Done by phones or screens alone.
        case client
        /// Not there, or not all of it.
        case later
    }

    /// One id, its words, and the lines below them.
    struct Entry {
        let id: String
        var mark: Mark?
        let description: String
        /// `GET /v1/me`, as in `http.txt`.
        var routes: [String] = []
        /// The sentences that name the tests.
        var tests: [String] = []
        /// The tests that play it in a browser: `test_dare.Dare.test_a_dare_is_sent_again`.
        var browserTests: [String] = []
    }

    let entries: [Entry]

    /// The ids of each list: from 01 to this number.
    private static let lists: KeyValuePairs = [
        "CA": 24, "GC": 51, "FR": 51, "CH": 32, "SF": 26, "K": 24,
    ]
    /// Every id, in the order of the file.
    static let ids = lists.flatMap { list, last in
        (1...last).map { "\(list)-\($0 < 10 ? "0" : "")\($0)" }
    }

    /// What a screen of the web client shows, or a flow between them: the numbers of each list.
    private static let numbersShown: KeyValuePairs = [
        "CA": [1...2, 4...18, 22...24],
        "GC": [1...12, 14...23, 25...25, 44...44, 47...47],
        "FR": [1...15, 17...18, 21...22, 24...34, 36...37, 43...43, 45...45, 47...50],
        "CH": [1...9, 12...28, 30...30],
        "SF": [1...11, 13...14, 16...18, 22...22, 26...26],
    ]
    /// Every id that has a test in a browser.
    static let shown = Set(
        numbersShown.flatMap { list, ranges in
            ranges.joined().map { "\(list)-\($0 < 10 ? "0" : "")\($0)" }
        }
    )

    /// Reads the file: an entry begins with its id; its routes and tests follow, indented. Lines
    /// that begin with `#` are comments.
    init(_ text: String) {
        var entries: [Entry] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard line.hasPrefix(" ") else {
                entries.append(Entry(line))
                continue
            }
            guard !entries.isEmpty else { continue }
            let place = line.drop { $0 == " " }
            if place.hasPrefix("test ") {
                entries[entries.count - 1].tests.append(String(place.dropFirst(5)))
            } else if place.hasPrefix("browser ") {
                entries[entries.count - 1].browserTests.append(String(place.dropFirst(8)))
            } else {
                entries[entries.count - 1].routes.append(String(place))
            }
        }
        self.entries = entries
    }

    /// Compares the file with what there is.
    ///
    /// - Parameters:
    ///   - ids: Every id that must be there.
    ///   - routes: The routes that there are.
    ///   - tests: The tests that play from outside, by their sentences; each with its comment.
    ///   - browserTests: The tests in a browser that there are.
    ///   - shown: The ids that need one.
    /// - Returns: What is wrong, a sentence for each mistake.
    func mistakes(
        ids: [String] = Self.ids,
        routes: Set<String>,
        tests: [String: String],
        browserTests: Set<String> = [],
        shown: Set<String> = []
    ) -> [String] {
        let listed = entries.map(\.id)
        let missing = ids.filter { !listed.contains($0) }.map { "\($0) is missing" }
        let unknown = listed.filter { !ids.contains($0) }.map { "\($0) is no id" }
        let twice = Set(listed.repeated).sorted().map { "\($0) is there twice" }
        return missing + unknown + twice
            + entries.flatMap { entry in
                let inBrowser = entry.mistakes(
                    browserTests: browserTests,
                    isShown: shown.contains(entry.id)
                )
                return (entry.mistakes(routes: routes, tests: tests) + inBrowser)
                    .map { "\(entry.id) \($0)" }
            }
    }
}

extension Mission.Entry {
    fileprivate init(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 1)
        var rest = words.count > 1 ? words[1] : ""
        let second = rest.prefix { $0 != " " }
        mark = Mission.Mark(rawValue: String(second))
        if mark != nil { rest = rest.dropFirst(second.count).drop { $0 == " " } }
        id = String(words.first ?? "")
        description = String(rest)
    }

    fileprivate func mistakes(routes: Set<String>, tests: [String: String]) -> [String] {
        var mistakes: [String] = []
        if description.isEmpty { mistakes.append("is not described") }
        switch mark {
        case .client where !self.routes.isEmpty || !self.tests.isEmpty:
            mistakes.append("is done by clients alone, and has routes or tests")
        case .later where self.routes.isEmpty != self.tests.isEmpty,
            nil where self.routes.isEmpty || self.tests.isEmpty:
            mistakes.append("needs a route and a test that plays it, or `client` or `later`")
        default: break
        }
        mistakes += self.routes.filter { !routes.contains($0) }.map { "has no route \($0)" }
        for test in self.tests {
            guard let comment = tests[test] else {
                mistakes.append("has no test “\(test)”")
                continue
            }
            let words = "\(test) \(comment)".split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            if !words.contains(Substring(id)) { mistakes.append("is not cited by “\(test)”") }
        }
        return mistakes
    }
}

extension Mission.Entry {
    fileprivate func mistakes(browserTests: Set<String>, isShown: Bool) -> [String] {
        let isMissing = isShown && self.browserTests.isEmpty
        return (isMissing ? ["is on a screen, and needs a test in a browser"] : [])
            + self.browserTests.filter { !browserTests.contains($0) }
            .map { "has no test \($0) in a browser" }
    }
}

extension Mission {
    /// The tests of a file of Tests/Browser: `test_dare.Dare.test_a_dare_is_sent_again`.
    static func browserTests(in text: String, file: String) -> Set<String> {
        var tests: Set<String> = []
        var suite: Substring = ""
        for line in text.split(separator: "\n") {
            if let name = line.prefixMatch(of: /class (\w+)/)?.1 { suite = name }
            guard let test = line.prefixMatch(of: /\s{4}def (test_\w+)/)?.1 else { continue }
            tests.insert("\(file).\(suite).\(test)")
        }
        return tests
    }

    /// The tests of a file that are named by a sentence; each with the comment above it.
    static func tests(in text: String) -> [String: String] {
        var tests: [String: String] = [:]
        var comment = ""
        var isTest = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("///") {
                comment += code.dropFirst(3)
            } else if code.hasPrefix("@Test") {
                isTest = true
            } else if code.isEmpty || !isTest {
                (comment, isTest) = ("", false)
            }
            guard isTest, let sentence = code.firstMatch(of: /func `([^`]+)`/)?.1 else { continue }
            tests[String(sentence)] = comment
            (comment, isTest) = ("", false)
        }
        return tests
    }
}
