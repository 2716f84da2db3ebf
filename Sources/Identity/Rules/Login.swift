/// What somebody signs in with: a username, or an e-mail address if it holds an `@` (K-22).
enum Login: Equatable {
    case username(String)
    case email(String)
    /// Nobody can be called this.
    case impossible

    init(_ text: String) {
        let trimmed = text.trimmed
        if let email = try? EmailAddress(trimmed) {
            self = .email(email.folded)
        } else if let username = try? Username(trimmed) {
            self = .username(username.text)
        } else {
            self = .impossible
        }
    }
}
