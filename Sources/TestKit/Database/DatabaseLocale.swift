/// The locales that operators give databases, which differ in how the server sees letters.
public enum DatabaseLocale: String, CaseIterable, Sendable {
    /// Knows the letters of ASCII only.
    case c = "C"
    case unicode = "C.UTF-8"
    case icu = "ICU"

    /// The clauses of `CREATE DATABASE`.
    var options: String {
        let provider =
            switch self {
            case .c: "LOCALE 'C'"
            case .unicode: "LOCALE 'C.UTF-8'"
            case .icu: "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'"
            }
        return "TEMPLATE template0 ENCODING 'UTF8' \(provider)"
    }
}
