import Testing

/// Comments are narrow enough to be read beside the code. They and names of tests are plain.
struct CommentTests {
    private static let columns = 100

    @Test(arguments: ["Sources", "Tests", "Benchmarks/Sources"])
    func `comments are at most 100 columns wide`(directory: String) {
        let files = Repository.files(in: directory)
        #expect(files.count > 10)
        for file in files {
            for comment in file.comments {
                for (number, line) in zip(comment.first..., comment.lines) {
                    #expect(!Self.isTooWide(line), "\(file.path):\(number)")
                }
            }
        }
    }

    @Test func `comments of sources have none of the phrases that need a second reading`() {
        for file in Repository.files(in: "Sources") {
            for comment in file.comments {
                let phrases = Prose.oddPhrases(in: comment.lines.joined(separator: "\n"))
                #expect(phrases.isEmpty, "\(file.path):\(comment.first)")
            }
        }
    }

    @Test func `names of tests have none of the phrases that need a second reading`() {
        for file in Repository.files(in: "Tests") {
            for line in file.lines where line.contains("func `") {
                let name = line.split(separator: "`")[1]
                let phrases = Prose.oddPhrases(in: String(name), besides: ["is none"])
                #expect(phrases.isEmpty, "\(file.path): \(name)")
            }
        }
    }

    @Test func `a comment is too wide from 101 columns on, if it has a space to break at`() {
        let words = "    /// " + String(repeating: "word ", count: 18) + "of"
        #expect(words.count == Self.columns)
        #expect(!Self.isTooWide(words[...]))
        #expect(Self.isTooWide((words + "f")[...]))
        let url = "    /// - https://" + String(repeating: "x", count: Self.columns)
        #expect(!Self.isTooWide(url[...]))
    }

    @Test func `comments are found between code, but not in texts of several lines`() {
        let quotes = "\"\"\""
        let file = Repository.File(
            path: "",
            text: """
                /// Says \(quotes)
                /// twice.
                let text = \(quotes)
                    // no comment
                    \(quotes)
                    // One.
                let url = "https://" // beside code

                // Last.
                """
        )
        #expect(file.comments.map(\.first) == [1, 6, 9])
        #expect(file.comments.map(\.lines.count) == [2, 1, 1])
    }

    @Test func `a phrase is found as whole words, and across lines`() {
        #expect(Prose.oddPhrases(in: "/// Stands\n/// in a row.") == ["stands in"])
        #expect(Prose.oddPhrases(in: "Someone's code stands inside, and one’s own.") == ["one's"])
        #expect(Prose.oddPhrases(in: "Someone's code stands inside.").isEmpty)
        #expect(Prose.oddPhrases(in: "There is none.", besides: ["is none"]) == ["is none"])
    }

    /// Whether a comment's line is too wide, and could be broken at a space.
    private static func isTooWide(_ line: Substring) -> Bool {
        guard line.count > columns else { return false }
        let words = line.split(separator: " ").drop { $0.allSatisfy { "/-*".contains($0) } }
        return words.count > 1
    }
}

extension Repository.File {
    /// Lines of comments without code between them.
    fileprivate struct Comment {
        /// The number of the first line, from 1.
        let first: Int
        var lines: [Substring]
    }

    /// The comments that have lines to themselves.
    fileprivate var comments: [Comment] {
        var comments: [Comment] = []
        var isQuoted = false
        var isComment = false
        for (number, line) in zip(1..., lines) {
            let wasComment = isComment
            isComment = !isQuoted && line.drop(while: \.isWhitespace).hasPrefix("//")
            if !isComment {
                let quotes = line.ranges(of: "\"\"\"").count
                if !quotes.isMultiple(of: 2) { isQuoted.toggle() }
            } else if wasComment {
                comments[comments.count - 1].lines.append(line)
            } else {
                comments.append(Comment(first: number, lines: [line]))
            }
        }
        return comments
    }
}
