import ArgumentParser
import ChallengesAPI
import Values
import Wire

/// Sets a unit's limit per entry, and its length if it is a unit of time.
struct AdminUnitPut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Says how much of a unit an entry may hold, and whether it is one of time.",
        discussion: """
            gauntlet admin unit put laps --cap 500
            gauntlet admin unit put weeks --cap 52 --seconds 604800
            """
    )

    @Argument(help: "The unit, as users write it.")
    var unit: String

    @Option(help: "How much of it one entry may count at most.")
    var cap: String

    @Option(help: "How many seconds one of it is (default: it is no unit of time).")
    var seconds: Int?

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of challengesd (default: that of the data directory's cluster).")
    var address: String?

    func validate() throws { _ = try call }

    func run() async throws {
        _ = try await access.reply(to: call, of: .challenges, at: address)
        print("Unit \(unit) is stored.")
    }

    private var call: PutUnit {
        get throws {
            PutUnit(unit: unit, cap: try Amount(ofOption: "--cap", cap), seconds: seconds)
        }
    }
}
