/// What the story tells of each operation: the first request, and its answer.
struct Examples {
    struct Example {
        let url: String
        /// The body as JSON.
        let request: String?
        /// The answer as JSON.
        let answer: String?
    }

    private var examples: [String: Example] = [:]

    /// Reads `protocol/story.txt`.
    init(story: String) {
        for paragraph in story.split(separator: "\n\n") where !paragraph.hasPrefix("#") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            guard lines.count >= 3, examples[lines[0]] == nil,
                let status = lines.dropFirst(2).firstIndex(where: { Int($0) != nil })
            else { continue }
            examples[lines[0]] = Example(
                url: String(lines[1].drop { $0 != "/" }),
                request: status > 2 ? lines[2] : nil,
                answer: lines.indices.contains(status + 1) ? lines[status + 1] : nil
            )
        }
    }

    subscript(operation: String) -> Example? { examples[operation] }
}

extension Examples.Example {
    /// The value of a parameter, as the URL has it.
    func parameter(_ name: String, in path: String) -> String? {
        let parts = url.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? parts[1].split(separator: "&") : []
        if let pair = query.first(where: { $0.hasPrefix("\(name)=") }) {
            return String(pair.dropFirst(name.count + 1))
        }
        let places = path.split(separator: "/")
        guard let index = places.firstIndex(of: "{\(name)}") else { return nil }
        return String(parts[0].split(separator: "/")[index])
    }
}
