/// What a mail says.
enum MailTemplate: String, CaseIterable {
    case reset
    case verification
    case passwordChanged
    case addressWanted
    case addressChanged
    case loginLinked

    /// The kind of the ticket that the mail brings; `nil` if it brings none.
    var ticket: Ticket.Kind? {
        switch self {
        case .reset: .reset
        case .verification: .email
        case .passwordChanged, .addressWanted, .addressChanged, .loginLinked: nil
        }
    }

    /// The subject and the text.
    ///
    /// - Parameters:
    ///   - username: The recipient's username.
    ///   - locale: The recipient's language.
    ///   - ticket: The text of the ticket; `nil` if there is none.
    ///   - app: The address of the app; `nil` if there is no link.
    /// - Returns: The subject, and the text.
    func text(
        to username: String,
        in locale: String,
        ticket: String?,
        app: String?
    ) -> (subject: String, text: String) {
        let isGerman = locale == "de"
        let (subject, words) = isGerman ? german : english
        let path = self == .reset ? "reset" : "verify"
        var parts = ["\(isGerman ? "Hallo" : "Hello") \(username),", words]
        if let ticket {
            if let app {
                parts.append(isGerman ? "Folge diesem Link:" : "Follow this link:")
                parts.append("\(app)/\(path)#\(ticket)")
                parts.append(isGerman ? "Oder gib diesen Code ein:" : "Or enter this code:")
            } else {
                parts.append(isGerman ? "Gib diesen Code ein:" : "Enter this code:")
            }
            parts.append(ticket)
        }
        return (subject, parts.joined(separator: "\n\n"))
    }

    private var english: (String, String) {
        switch self {
        case .reset:
            (
                "Reset your password",
                """
                Someone, probably you, wants to set a new password for your account.
                If it was not you, ignore this mail: nothing changes.
                """
            )
        case .verification:
            (
                "Confirm your e-mail address",
                """
                This address was named for your account. Confirm that it is yours.
                If you do not know this account, ignore this mail.
                """
            )
        case .passwordChanged:
            (
                "Your password was changed",
                """
                Your account has a new password.
                If it was not you who changed it, reset the password in the app now.
                """
            )
        case .addressWanted:
            (
                "Your e-mail address is to change",
                """
                Another e-mail address was named for your account. It takes the place of
                this one once it is confirmed. If it was not you, change your password now.
                """
            )
        case .addressChanged:
            (
                "Your e-mail address was changed",
                """
                Your account has another e-mail address now. This one no longer signs in.
                If it was not you, ask the operator of the app for help.
                """
            )
        case .loginLinked:
            (
                "Your account has a new login",
                """
                An account at Facebook, Apple or Google can sign in to your account from now on.
                If it was not you who linked it, change your password and unlink it in the app now.
                """
            )
        }
    }

    private var german: (String, String) {
        switch self {
        case .reset:
            (
                "Passwort zurücksetzen",
                """
                Jemand, vermutlich du, möchte ein neues Passwort für dein Konto festlegen.
                Wenn du es nicht warst, ignoriere diese Mail: Es ändert sich nichts.
                """
            )
        case .verification:
            (
                "Bestätige deine E-Mail-Adresse",
                """
                Diese Adresse wurde für dein Konto angegeben. Bestätige, dass sie dir gehört.
                Wenn du dieses Konto nicht kennst, ignoriere diese Mail.
                """
            )
        case .passwordChanged:
            (
                "Dein Passwort wurde geändert",
                """
                Dein Konto hat ein neues Passwort.
                Wenn du es nicht geändert hast, setze das Passwort jetzt in der App zurück.
                """
            )
        case .addressWanted:
            (
                "Deine E-Mail-Adresse soll geändert werden",
                """
                Für dein Konto wurde eine andere E-Mail-Adresse angegeben. Sie ersetzt diese,
                sobald sie bestätigt ist. Wenn du es nicht warst, ändere jetzt dein Passwort.
                """
            )
        case .addressChanged:
            (
                "Deine E-Mail-Adresse wurde geändert",
                """
                Dein Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser meldest du dich nicht
                mehr an. Wenn du es nicht warst, bitte den Betreiber der App um Hilfe.
                """
            )
        case .loginLinked:
            (
                "Dein Konto hat eine neue Anmeldung",
                """
                Mit einem Konto bei Facebook, Apple oder Google kann man sich jetzt bei deinem Konto
                anmelden. Wenn du es nicht verbunden hast, ändere jetzt dein Passwort und trenne
                die Verbindung in der App.
                """
            )
        }
    }
}
