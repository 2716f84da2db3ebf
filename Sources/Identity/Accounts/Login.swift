import Values

/// The text that a user signs in with: a username, or an e-mail address if it contains an `@`.
enum Login: Equatable {
    case username(String)
    case email(String)
    /// No account can have this login.
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
