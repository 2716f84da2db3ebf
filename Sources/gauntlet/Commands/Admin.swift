import ArgumentParser

/// Commands that an operator rarely needs.
struct Admin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: """
            Repairs what a cluster cannot repair by itself, changes what all users see, and helps \
            users who cannot sign in.
            """,
        subcommands: [
            AdminOutbox.self, AdminScores.self, AdminPreset.self, AdminCategory.self,
            AdminUnit.self, AdminResetPassword.self, AdminLogins.self,
        ]
    )
}

/// The events that a service cannot deliver.
struct AdminOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Shows the events that their receivers do not accept, and skips one.",
        discussion: """
            gauntlet admin outbox
            gauntlet admin outbox identity --json
            gauntlet admin outbox skip identity 4711

            A service keeps its events for others in its outbox until they are accepted. One that is \
            refused, not known or not answered is sent again about once a second, and the later \
            events of its key wait for it: it is blocked. All others pass.
            """,
        subcommands: [AdminOutboxList.self, AdminOutboxSkip.self],
        defaultSubcommand: AdminOutboxList.self
    )
}

/// The scores of users.
struct AdminScores: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scores",
        abstract: "Checks points, streaks, counters and medals.",
        discussion: """
            gauntlet admin scores check

            Recounts each user's points from the ledger, each streak from its days, the counters \
            and medals from both, and each board from its players, in steps, while everything runs. \
            It changes nothing.
            """,
        subcommands: [AdminScoresCheck.self]
    )
}

/// The definitions that every user sees.
struct AdminPreset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Changes the presets.",
        subcommands: [AdminPresetPut.self]
    )
}

/// The categories of workouts.
struct AdminCategory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "Changes the categories of workouts.",
        subcommands: [AdminCategoryPut.self]
    )
}

/// The properties of units.
struct AdminUnit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unit",
        abstract: "Changes what is known of units.",
        subcommands: [AdminUnitPut.self]
    )
}
