import ArgumentParser
import ChallengesAPI
import Values
import Wire

/// Creates a preset, or replaces one.
struct AdminPresetPut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Makes a preset, or replaces all of it.",
        discussion: """
            gauntlet admin preset put run-10-km --name en:"Run 10 km" --name de:"10 km laufen" \
            --description en:"Ten kilometres on foot." --metric distance --target 10000
            """
    )

    @Argument(help: "The preset's name, such as run-10-km.")
    var preset: String

    @Option(
        help: ArgumentHelp("Its title in a language; en is required.", valueName: "locale:text")
    )
    var name: [LocalizedText]

    @Option(help: ArgumentHelp("Its description in a language.", valueName: "locale:text"))
    var description: [LocalizedText] = []

    @Option(help: "A category, which makes it a workout.")
    var category: String?

    @Option(help: "What is counted; with --metric the metric's unit.")
    var unit: String?

    @Option(help: "How much of it is to be reached.")
    var target: String?

    @Option(help: "The time to be reached, in seconds.")
    var targetSeconds: Int?

    @Flag(help: "Count whole numbers only.")
    var wholeNumbers = false

    @Option(help: "What a phone measures: steps, distance, energy or exercise.")
    var metric: String?

    @Option(help: "The clock: stopwatch, countdown, clock or none.")
    var timer: String?

    @Option(help: "Pictures of a submission: none, optional or required.")
    var proof: String?

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of challengesd (default: that of the data directory's cluster).")
    var address: String?

    func validate() throws { _ = try call }

    func run() async throws {
        let reply = try await access.reply(to: call, of: .challenges, at: address)
        print("Preset \(preset) is definition \(reply.definition), version \(reply.version).")
    }

    private var call: PutPreset {
        get throws {
            for text in description where !name.contains(where: { $0.locale == text.locale }) {
                throw ValidationError("--description \(text.locale): has no --name.")
            }
            return PutPreset(
                preset: preset,
                texts: name.map { name in
                    PutPreset.Text(
                        locale: name.locale,
                        name: name.text,
                        description: description.first { $0.locale == name.locale }?.text
                    )
                },
                category: category,
                unit: unit,
                target: try target.map { try Amount(ofOption: "--target", $0) },
                targetSeconds: targetSeconds,
                wholeNumbers: wholeNumbers,
                metric: try choice(metric, "--metric"),
                timer: try choice(timer, "--timer"),
                proof: try choice(proof, "--proof")
            )
        }
    }

    /// The enum case that an option names.
    private func choice<Choice: OpenEnum>(_ word: String?, _ option: String) throws -> Choice? {
        guard let word else { return nil }
        guard let choice = Choice(word: word), choice != .unknown else {
            throw ValidationError("\(option) has no choice “\(word)”.")
        }
        return choice
    }
}

/// A text in a language: `en:Run 10 km`.
struct LocalizedText: ExpressibleByArgument {
    let locale: String
    let text: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        locale = String(parts[0])
        text = String(parts[1])
    }
}

extension Amount {
    /// Parses the number of an option.
    init(ofOption option: String, _ text: String) throws {
        guard let amount = Amount(text) else {
            throw ValidationError("\(option) must be a number of at most six decimals.")
        }
        self = amount
    }
}
