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
    /// - Returns: What is wrong, a sentence for each mistake.
    func mistakes(
        ids: [String] = Self.ids,
        routes: Set<String>,
        tests: [String: String]
    ) -> [String] {
        let listed = entries.map(\.id)
        let missing = ids.filter { !listed.contains($0) }.map { "\($0) is missing" }
        let unknown = listed.filter { !ids.contains($0) }.map { "\($0) is no id" }
        let twice = Set(listed.repeated).sorted().map { "\($0) is there twice" }
        return missing + unknown + twice
            + entries.flatMap { entry in
                entry.mistakes(routes: routes, tests: tests).map { "\(entry.id) \($0)" }
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

extension Mission {
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
