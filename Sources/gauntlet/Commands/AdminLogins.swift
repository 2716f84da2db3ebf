import ArgumentParser
import IdentityAPI
import Values
import Wire

/// Shows the providers that users can sign in with.
struct AdminLogins: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logins",
        abstract: "Shows the providers that are on, their keys' age, and their last failures.",
        discussion: """
            gauntlet admin logins

            The keys and failures are those that the process at the address knows: another replica \
            may know others. A provider's keys are fetched when somebody signs in with it.
            """
    )

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of identityd (default: that of the data directory's cluster).")
    var address: String?

    func run() async throws {
        let reply = try await access.reply(to: ListProviders(), of: .identity, at: address)
        guard !reply.items.isEmpty else {
            return print("No provider is on: see “Other logins” in deploy/README.md.")
        }
        let rows = reply.items.map { item in
            [
                item.provider.rawValue, "\(item.keys)",
                item.keysFetchedAt.map(\.description) ?? "never",
                item.failedAt.map { "\($0): \(item.failure ?? "")" } ?? "none",
            ]
        }
        print(TextTable(rows: [["provider", "keys", "fetched", "last failure"]] + rows).text)
    }
}
