import ArgumentParser

/// `bench`: compares Gauntlet with its alternatives, or with another build of itself, and shows how
/// its boards keep up.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Compares Gauntlet with its alternatives, or with an earlier build.",
        subcommands: [Measure.self, Compare.self, Lag.self],
        defaultSubcommand: Measure.self
    )
}
