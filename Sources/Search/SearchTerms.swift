// What a row stores of a folded text, and what a search asks for.
//
// Words are separated by everything but letters, digits and marks. Han, kana, Hangul and Thai are
// written without spaces, so a run of them is stored as pairs of characters, and its last character
// alone: `東京湾` as `東京`, `京湾` and `湾`. A search for a run asks for its pairs; for
// one character, it asks for what begins with it.
extension FoldedText {
    /// The words to store: at most `wordsMax`, each once, and none longer than `wordMax`.
    public var words: [String] {
        terms(max: Self.wordsMax) { run in
            switch run {
            case .word(let word): [word]
            case .unspaced(let characters): pairs(of: characters) + characters.suffix(1)
            }
        }
    }

    /// The pairs and last characters to store, without the words of other scripts.
    public var pairs: [String] {
        terms(max: Self.wordsMax) { run in
            switch run {
            case .word: []
            case .unspaced(let characters): pairs(of: characters) + characters.suffix(1)
            }
        }
    }

    /// The search for all words of the text, in the syntax of `tsquery`, such as
    /// `'push':* & 'up':*`; empty if there are none. At most `termsMax` words or pairs are asked
    /// for. A word contains no quote or backslash.
    public var query: String {
        let terms = terms(max: Self.termsMax) { run in
            switch run {
            case .word(let word): ["'\(word)':*"]
            case .unspaced(let characters) where characters.count == 1: ["'\(characters[0])':*"]
            case .unspaced(let characters): pairs(of: characters).map { "'\($0)'" }
            }
        }
        return terms.joined(separator: " & ")
    }

    /// Whether every word of the text is in a script that is stored as pairs.
    public var isUnspaced: Bool {
        let runs = runs
        return !runs.isEmpty
            && runs.allSatisfy { run in
                if case .unspaced = run { true } else { false }
            }
    }

    /// The maximum number of words of a row.
    public static let wordsMax = 4_000
    /// The maximum number of words and pairs of a search.
    public static let termsMax = 100
    /// The maximum number of characters of a word. What follows is neither stored nor asked for.
    public static let wordMax = 80
}

extension FoldedText {
    private enum Run {
        case word(String)
        /// The characters of a run that is written without spaces; at least one.
        case unspaced([String])
    }

    /// The runs that have a letter or a digit, in the order of the text.
    private var runs: [Run] {
        let words = text.unicodeScalars.split { $0.script == .separator }
        return words.flatMap { word in
            var runs: [Substring.UnicodeScalarView] = []
            var rest = word
            while let first = rest.first {
                let isUnspaced = first.script == .unspaced
                let run = rest.prefix { ($0.script == .unspaced) == isUnspaced }
                runs.append(run)
                rest = rest.dropFirst(run.count)
            }
            return runs.compactMap(Self.run)
        }
    }

    private static func run(_ scalars: Substring.UnicodeScalarView) -> Run? {
        guard scalars.contains(where: \.isLetterOrDigit) else { return nil }
        if scalars.first?.script == .unspaced { return .unspaced(scalars.map { String($0) }) }
        return .word(String(String.UnicodeScalarView(scalars.prefix(wordMax))))
    }

    private func pairs(of characters: [String]) -> [String] {
        zip(characters, characters.dropFirst()).map { $0 + $1 }
    }

    /// The first terms of all runs, each once.
    private func terms(max: Int, of run: (Run) -> [String]) -> [String] {
        var found = Set<String>()
        return Array(runs.lazy.flatMap(run).filter { found.insert($0).inserted }.prefix(max))
    }
}

private enum Script {
    case separator, spaced, unspaced
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        properties.isAlphabetic || properties.numericType != nil
    }

    fileprivate var script: Script {
        switch value {
        case 0x0E01...0x0E3A, 0x0E40...0x0E4E,  // Thai.
            0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF,  // Hangul.
            0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B,  // Han beside the ideographs.
            0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,  // Kana.
            0x1AFF0...0x1B16F:
            return .unspaced
        default: break
        }
        if properties.isIdeographic { return .unspaced }
        if isLetterOrDigit { return .spaced }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: .spaced
        default: .separator
        }
    }
}
