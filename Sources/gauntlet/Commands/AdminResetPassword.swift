import ArgumentParser
import IdentityAPI
import Wire

/// Gives a user a new password.
struct AdminResetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract:
            "Gives a user a random new password, prints it once, and ends all their sessions.",
        discussion: """
            gauntlet admin reset-password ana

            For users who cannot reset it themselves, such as those without an e-mail address. Make \
            sure who asks, and tell the password to nobody else.
            """
    )

    @Argument(help: "The user's username or e-mail address.")
    var login: String

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of identityd (default: that of the data directory's cluster).")
    var address: String?

    func run() async throws {
        let call = AssignPassword(login: login)
        let reply = try await access.reply(to: call, of: .identity, at: address)
        print("The new password of \(reply.username) is \(reply.password)")
    }
}
