import ArgumentParser
import ChallengesAPI
import Cluster
import IdentityAPI
import Load
import RPC
import Transport
import Wire

/// Creates the people that load tests use.
struct LoadPrepare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Creates numbered people, friends, dares and contests; existing ones stay.",
        discussion: """
            Their usernames are load_000001 and so on, and they share one password, which is derived
            from the cluster's key unless it is given. The contests are open to all and have no end.
            Run again with more people, it adds those.
            """
    )

    @Option(help: "How many people there should be.")
    var people: Int

    @Option(help: "How many friends each has.")
    var friends = 20

    @Option(help: "How many dares each has received.")
    var dares = 20

    @Option(help: "How many contests there should be.")
    var contests = LoadRun.contestsDefault

    @Option(help: "How many people are in each of them.")
    var players = LoadRun.playersDefault

    @Option(help: "Their password, at least 8 characters.")
    var password: String?

    @OptionGroup var access: ServiceAccess

    func validate() throws {
        guard (2...PreparedPeople.numberMax).contains(people) else {
            throw ValidationError("--people must be 2 to \(PreparedPeople.numberMax).")
        }
        guard (2...200).contains(friends) else {
            throw ValidationError("--friends must be 2 to 200.")
        }
        guard (0...1_000).contains(dares) else {
            throw ValidationError("--dares must be 0 to 1000.")
        }
        guard (0...PreparedContests.contestsMax).contains(contests) else {
            throw ValidationError("--contests must be 0 to \(PreparedContests.contestsMax).")
        }
        guard players >= 2 else { throw ValidationError("--players must be 2 or more.") }
    }

    func run() async throws {
        let password = try password ?? access.keys.password(for: "load")
        let identity = try access.caller(to: .identity, at: nil)
        let challenges = try access.caller(to: .challenges, at: nil)
        let scoring = try access.caller(to: .scoring, at: nil)
        let preparation = Preparation(
            identity: identity,
            challenges: challenges,
            scoring: scoring,
            people: people,
            friends: friends,
            dares: dares,
            contests: contests,
            players: players,
            password: password
        )
        let began = ContinuousClock.now
        let made = try await withThrowingTaskGroup(of: Preparation.Made?.self) { group in
            for caller in [identity, challenges, scoring] {
                group.addTask {
                    try await caller.run()
                    return nil
                }
            }
            group.addTask {
                do {
                    return try await preparation.run { print($0) }
                } catch let fault as Fault {
                    throw ClusterError("\(fault.code): \(fault.detail)")
                }
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let made = ended { return made }
            }
            throw ClusterError("the connections ended")
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        print(
            """
            There are \(made.people) prepared people: \(PreparedPeople.username(1)) to \
            \(PreparedPeople.username(made.people)), with the password \(password)
            New in \(seconds.asDuration): \(made.newPeople) people, \(made.newPairs) friendships, \
            \(made.newDares) dares, \(made.newContests) contests, \(made.newParticipants) participants.
            """
        )
    }
}
