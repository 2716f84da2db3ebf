import IdentityAPI
import Wire

/// A language in which texts are written (2.8-settings).
struct LanguageTag: Equatable {
    let text: String

    /// The languages that there are.
    private static let supported = ["en", "de"]

    /// The language of an account that has chosen none; also the default of its column.
    static let standard = "en"

    init(_ text: String) throws(IdentityError) {
        guard ChangeSettings.localeLimit.allows(text), Self.supported.contains(text) else {
            throw .localeInvalid
        }
        self.text = text
    }
}
