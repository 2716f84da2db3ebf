import ArgumentParser
import ChallengesAPI
import Wire

/// Adds a category of workouts, or changes one.
struct AdminCategoryPut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Adds a category of workouts, or renames and moves one.",
        discussion: """
            gauntlet admin category put balance --name Balance --position 4

            A category cannot be removed, for workouts may have it.
            """
    )

    @Argument(help: "The category's id, such as balance.")
    var category: String

    @Option(help: "What users call it.")
    var name: String

    @Option(help: "Its place in the list, from 1 (default: where it is; of a new one, the last).")
    var position: Int?

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of challengesd (default: that of the data directory's cluster).")
    var address: String?

    func run() async throws {
        let call = PutCategory(category: category, name: name, position: position)
        _ = try await access.reply(to: call, of: .challenges, at: address)
        print("Category \(category) is stored.")
    }
}
