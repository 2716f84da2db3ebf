extension String {
    /// Whether the text fits on one line: no scalar of it breaks the line. A name with one would
    /// break the lists, logs and notifications that contain it, or reverse the text beside it.
    public var isOneLine: Bool {
        !unicodeScalars.contains(where: \.breaksLine)
    }

    /// The text with a space in place of each scalar that breaks the line, so that it cannot start
    /// a new line, reverse the text's direction, or control a terminal.
    public var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0.breaksLine ? " " : $0 })
        )
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character (Unicode's Cc), which no user types and PostgreSQL partly
    /// refuses, a separator of lines or paragraphs (Zl, Zp), or changes the direction of what
    /// follows (an embedding or override, U+202A–E, or an isolate, U+2066–9).
    public var breaksLine: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
