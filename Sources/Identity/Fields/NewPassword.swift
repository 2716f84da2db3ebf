import IdentityAPI

/// A newly chosen password: 8 to 256 characters of any kind (2.14-password).
struct NewPassword {
    let text: String

    init(_ text: String) throws(IdentityError) {
        // 256 characters of 4 bytes.
        guard text.utf8.count <= 1_024, (8...256).contains(text.unicodeScalars.count) else {
            throw .passwordInvalid
        }
        self.text = text
    }
}
