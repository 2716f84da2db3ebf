extension String {
    /// Whether it can stand in one line: it has no control characters (Unicode's Cc), which nobody
    /// types and PostgreSQL partly refuses, no separators of lines or paragraphs (Zl, Zp), and none
    /// of Unicode's embeddings, overrides and isolates of direction (U+202A–E, U+2066–9). A name
    /// with one would break the lists, logs and notifications that it stands in, or turn round what
    /// stands beside it.
    public var isOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: return false
            default: break
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return false
            default: return true
            }
        }
    }
}
