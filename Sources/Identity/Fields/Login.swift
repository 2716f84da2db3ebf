import Values

/// What somebody signs in with: a username, or an e-mail address if it holds an `@` (K-22).
enum Login: Equatable {
    case username(String)
    case email(String)
    /// Nobody can be called this.
    case impossible

    init(_ text: String) {
        let trimmed = BoundedText(trimming: text, atMost: EmailAddress.bytesMax)
        if let trimmed, let email = try? EmailAddress(trimmed.text) {
            self = .email(email.folded)
        } else if let trimmed, let username = try? Username(trimmed.text) {
            self = .username(username.text)
        } else {
            self = .impossible
        }
    }
}
