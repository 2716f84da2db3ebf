/// Prometheus' rules for names.
enum MetricName {
    /// Letters, digits, underscores and colons, not starting with a digit.
    static func plain(_ label: String) -> String {
        legal(label, extra: ":")
    }

    /// A counter's name ends in `_total`.
    static func counter(_ label: String) -> String {
        ending("_total", plain(label))
    }

    /// A timer's values are seconds.
    static func timer(_ label: String) -> String {
        ending("_seconds", plain(label))
    }

    /// Letters, digits and underscores; two leading underscores are reserved by Prometheus.
    static func label(_ name: String) -> String {
        let legal = legal(name, extra: "_")
        return legal.hasPrefix("__") ? "label" + legal : legal
    }

    private static func ending(_ suffix: String, _ name: String) -> String {
        name.hasSuffix(suffix) ? name : name + suffix
    }

    private static func legal(_ text: String, extra: Character) -> String {
        var legal = ""
        for character in text {
            let isLetter = character.isASCII && character.isLetter
            let isDigit = character.isASCII && character.isNumber
            if isDigit, legal.isEmpty { legal = "_" }
            let isLegal = isLetter || isDigit || character == "_" || character == extra
            legal.append(isLegal ? character : "_")
        }
        return legal.isEmpty ? "_" : legal
    }
}
