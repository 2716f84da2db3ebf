/// Headers are read by their bytes. To find characters, text is first composed, and a client can
/// make a single one of all the bytes that a header may have.
extension Substring.UTF8View {
    /// Without the blanks around them.
    var withoutBlanks: Substring.UTF8View {
        var bytes = drop(while: \.isBlank)
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }

    /// Whether they are a word, which is given in lower case, in upper or lower case.
    func isWord(_ word: String) -> Bool {
        count == word.utf8.count && zip(self, word.utf8).allSatisfy { $0.lowercased == $1 }
    }

    /// Without the quotes around them, if there are two.
    var withoutQuotes: Substring.UTF8View {
        let quote = UInt8(ascii: "\"")
        return count >= 2 && first == quote && last == quote ? dropFirst().dropLast() : self
    }

    /// The text, its letters of ASCII in lower case.
    var lowercased: String {
        String(decoding: map(\.lowercased), as: UTF8.self)
    }
}

extension UInt8 {
    /// A space or a tab.
    var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// The same letter in lower case; what is no letter of ASCII stays.
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
