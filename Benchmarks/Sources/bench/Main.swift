import ArgumentParser

/// `bench`: compares Gauntlet with its alternatives, or with another build of itself.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract:
            "Measures Gauntlet in turns with what people would use instead, or with a build of before.",
        subcommands: [Measure.self, Compare.self],
        defaultSubcommand: Measure.self
    )
}
