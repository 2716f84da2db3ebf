import ArgumentParser
import RouteSuite

/// `bench lag`: how far the board of a large contest lags behind logged entries.
struct Lag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows how far the board of a large contest is behind what people log.",
        discussion: """
            Starts a cluster of its own on this machine, in which people log entries at a steady \
            rate, and looks every second at how many events wait for the board, and for how long. \
            Ends once none waits, and exits with 1 if the board then differs from a recount.
            """
    )

    @Option(help: "The number of people in the contest.")
    var players = 10_000

    @Option(help: "The number of those who log.")
    var people = 2_000

    @Option(help: "Entries per second.")
    var rate = 500

    @Option(help: "How many seconds they log.")
    var seconds = 60

    @Option(help: "The number of processes of each service.")
    var replicas = 1

    @Flag(help: "Kill a process that keeps boards when half of the time is over.")
    var kill = false

    func validate() throws {
        guard (100...100_000).contains(players) else {
            throw ValidationError("--players must be a number from 100 to 100000.")
        }
        guard (BoardLag.callers...min(players, 5_000)).contains(people) else {
            throw ValidationError(
                "--people must be a number from \(BoardLag.callers) to 5000, and at most --players."
            )
        }
        guard (1...5_000).contains(rate) else {
            throw ValidationError("--rate must be a number from 1 to 5000.")
        }
        // The people who log stay signed in for 15 minutes.
        guard (1...300).contains(seconds) else {
            throw ValidationError("--seconds must be a number from 1 to 300.")
        }
        guard (1...9).contains(replicas) else {
            throw ValidationError("--replicas must be a number from 1 to 9.")
        }
    }

    func run() async throws {
        let lag = BoardLag(
            players: players,
            people: people,
            rate: rate,
            seconds: seconds,
            replicas: replicas,
            killsScoring: kill
        )
        let found = try await lag.measure()
        print(found.text)
        if found.differences > 0 { throw ExitCode.failure }
    }
}
