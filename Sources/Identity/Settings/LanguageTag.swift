import IdentityAPI
import Values
import Wire

/// A language in which texts are written (2.8-settings).
struct LanguageTag: Equatable {
    let text: String

    /// The language of an account that has chosen none; also the default of its column.
    static let standard = Languages.known[0]

    init(_ text: String) throws(IdentityError) {
        guard ChangeSettings.locales.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
            throw .localeInvalid
        }
        self.text = text
    }
}
