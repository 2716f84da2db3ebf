/// Reads headers by their bytes. Finding characters first normalizes the text, and a client can
/// make all bytes of a header a single character.
extension Substring.UTF8View {
    /// The bytes without leading and trailing blanks.
    var withoutBlanks: Substring.UTF8View {
        var bytes = drop(while: \.isBlank)
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }

    /// Whether the bytes equal `word`, which is given in lower case, ignoring case.
    func isWord(_ word: String) -> Bool {
        count == word.utf8.count && zip(self, word.utf8).allSatisfy { $0.lowercased == $1 }
    }

    /// The bytes without the quotes around them, if there are two.
    var withoutQuotes: Substring.UTF8View {
        let quote = UInt8(ascii: "\"")
        return count >= 2 && first == quote && last == quote ? dropFirst().dropLast() : self
    }

    /// The text with its ASCII letters in lower case.
    var lowercased: String {
        String(decoding: map(\.lowercased), as: UTF8.self)
    }
}

extension UInt8 {
    /// A space or a tab.
    var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// The letter in lower case; anything but an ASCII letter is unchanged.
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
