extension String {
    /// Whether it can stand in one line: it has no control characters (Unicode's Cc), which nobody
    /// types and PostgreSQL partly refuses, and no separators of lines or paragraphs (Zl, Zp). A
    /// name with one would break the lists, logs and notifications that it stands in.
    public var isOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
