import RegexBuilder

/// What the sources say of something, for people who know only the HTTP interface: whole
/// paragraphs, without the ids of rules.
struct Prose {
    /// The first sentence, without its full stop.
    let summary: String
    /// What follows it; `nil` if nothing does.
    let rest: String?
    /// All of it.
    let text: String

    init(_ lines: [String]) {
        let paragraphs = lines.split(separator: "").map { Self.plain($0.joined(separator: " ")) }
        text = paragraphs.joined(separator: "\n\n")
        let first = paragraphs.first ?? ""
        let end = first.firstRange(of: ". ")?.lowerBound ?? first.endIndex
        summary = String(first[..<end]).replacing(/[.]$/, with: "")
        let left = [String(first[end...].dropFirst(2))] + paragraphs.dropFirst()
        let rest = left.filter { !$0.isEmpty }.joined(separator: "\n\n")
        self.rest = rest.isEmpty ? nil : rest
    }

    /// Without ` (GC-01, 2.8-limits)`.
    private static func plain(_ text: String) -> String {
        let id = /(?:[A-Z]{1,2}-\d+|\d+\.\d+(?:-[a-z-]+)?)/
        return text.replacing(
            Regex {
                " ("
                id
                ZeroOrMore {
                    ", "
                    id
                }
                ")"
            },
            with: ""
        )
    }
}
