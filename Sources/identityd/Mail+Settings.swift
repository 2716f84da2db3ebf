import Identity
import Launch
import SMTP

extension Identity {
    /// The way on which mail leaves: a mail server, or else a directory; `nil` if the settings name
    /// neither.
    static func mail(of host: Host) throws -> (any MailTransport)? {
        let settings = host.settings
        guard let url = settings.text("smtp.url") else {
            return (try? host.directory("mail")).map { MailDirectory($0) }
        }
        // The text is not repeated: it may hold a password, although it must not.
        guard let server = SMTPServer(url) else {
            throw SettingError(
                "smtp.url",
                "must be a URL such as smtp://user@mail.example.org:587, without a password"
            )
        }
        guard server.user != nil else { return try SMTPClient(server, password: nil) }
        let password = try settings.secret("smtp.password.file", orInData: "secrets/smtp.password")
        guard (1...255).contains(password.utf8.count), password.utf8.allSatisfy({ $0 >= 0x20 })
        else {
            throw SettingError(
                "smtp.password.file",
                "must name a file of one line, up to 255 bytes"
            )
        }
        return try SMTPClient(server, password: password)
    }
}
