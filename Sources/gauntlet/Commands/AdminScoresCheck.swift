import ArgumentParser
import ScoringAPI
import Values
import Wire

/// Recounts all scores, and shows those that are stored differently.
struct AdminScoresCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Recounts all scores, and shows those that differ; exits with 1 if one does."
    )

    @Option(help: "How many users to recount in one step, 1 to 100.")
    var step = PageLimit.counts.upperBound

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of scoringd (default: that of the data directory's cluster).")
    var address: String?

    func validate() throws {
        guard PageLimit.counts.contains(step) else {
            throw ValidationError("--step is a number from 1 to 100.")
        }
    }

    func run() async throws {
        var rows = [["user", "score", "stored", "recounted"]]
        var users = 0
        var cursor: String?
        repeat {
            let call = CheckScores(limit: step, cursor: cursor)
            let reply = try await access.reply(to: call, of: .scoring, at: address)
            users += reply.users
            rows += reply.differences.map(\.cells)
            cursor = reply.nextCursor
        } while cursor != nil
        if rows.count > 1 { print(TextTable(rows: rows).text) }
        print("Users: \(users), differences: \(rows.count - 1).")
        if rows.count > 1 { throw ExitCode(1) }
    }
}

extension ScoreDifference {
    /// The cells of a row. No text that came from a service can control the terminal.
    fileprivate var cells: [String] {
        ["\(user)", score.onOneLine, stored.onOneLine, recounted.onOneLine]
    }
}
