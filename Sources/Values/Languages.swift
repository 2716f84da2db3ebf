/// The language that a reader wants, of those that there are texts in, as `Accept-Language` says it
/// (RFC 9110 §12.5.4).
public struct Languages: Hashable, Sendable {
    /// The languages of texts; the first one where the reader accepts none of them.
    public static let known = ["en", "de"]
    /// How many bytes of the header are read.
    public static let bytesMax = 256

    /// The known language that the reader prefers.
    public let preferred: String

    /// Reads the value of the header; a range that cannot be read is left out.
    ///
    /// A range counts for a language by its first part: `de-AT` for German. Of several the highest
    /// weight counts, and of equal weights the one that comes first. `*` counts for the languages
    /// that no range names.
    public init(_ acceptLanguage: String?) {
        let bytes = (acceptLanguage ?? "").utf8
        let read = bytes.prefix(Self.bytesMax)
        var parts = read.split(separator: UInt8(ascii: ","))
        // The last range of a longer text may be cut in two.
        if bytes.count > Self.bytesMax, read.last != UInt8(ascii: ",") { _ = parts.popLast() }
        let ranges = parts.enumerated().compactMap { place, part in
            LanguageRange(part, place: place)
        }
        let any = ranges.filter(\.isAny).max(by: LanguageRange.isLess)
        var best: LanguageRange?
        var preferred = Self.known[0]
        for language in Self.known {
            let own = ranges.filter { $0.names(language) }.max(by: LanguageRange.isLess)
            guard let range = own ?? any, range.weight > 0 else { continue }
            if let best, !LanguageRange.isLess(best, range) { continue }
            best = range
            preferred = language
        }
        self.preferred = preferred
    }
}

/// One range of the header, such as `de-AT;q=0.8`.
private struct LanguageRange {
    /// The range, without its weight.
    private let text: Substring.UTF8View
    /// In thousandths, 0 to 1,000.
    let weight: Int
    /// Where it is in the header.
    private let place: Int

    /// Returns nil if it is not a range with a weight, as RFC 4647 §2.1 and RFC 9110 §12.4.2 write
    /// them.
    init?(_ bytes: Substring.UTF8View, place: Int) {
        let parts = bytes.split(
            separator: UInt8(ascii: ";"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        ).map(\.withoutBlanks)
        guard let text = parts.first, text.isRange else { return nil }
        guard let weight = parts.count == 1 ? 1_000 : parts[1].weight else { return nil }
        self.text = text
        self.weight = weight
        self.place = place
    }

    /// Whether it stands for every language that is not named.
    var isAny: Bool { text.elementsEqual("*".utf8) }

    /// Whether its first part is the language, which is given in lower case.
    func names(_ language: String) -> Bool {
        let first = text.prefix { $0 != UInt8(ascii: "-") }
        return first.count == language.utf8.count
            && zip(first, language.utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// Whether the other one is preferred.
    static func isLess(_ left: Self, _ right: Self) -> Bool {
        (left.weight, right.place) < (right.weight, left.place)
    }
}

extension Substring.UTF8View {
    fileprivate var withoutBlanks: Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var bytes = drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    /// Whether it is `*`, or parts of one to eight letters or digits, the first of letters alone.
    fileprivate var isRange: Bool {
        if elementsEqual("*".utf8) { return true }
        let parts = split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isLetterOrDigit) }
            && parts[0].allSatisfy { !$0.isDigit }
    }

    /// `q=0.85` in thousandths; nil for anything else, and for a weight above 1.
    package var weight: Int? {
        var rest = self
        guard
            let name = rest.popFirst(), name | 0x20 == UInt8(ascii: "q"),
            rest.popFirst() == UInt8(ascii: "="),
            let whole = rest.popFirst(), whole.isDigit
        else { return nil }
        guard rest.isEmpty || rest.popFirst() == UInt8(ascii: "."), rest.count <= 3 else {
            return nil
        }
        var thousandths = Int(whole - UInt8(ascii: "0"))
        for _ in 0..<3 {
            let digit = rest.popFirst() ?? UInt8(ascii: "0")
            guard digit.isDigit else { return nil }
            thousandths = 10 * thousandths + Int(digit - UInt8(ascii: "0"))
        }
        return thousandths <= 1_000 ? thousandths : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetterOrDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
