import ArgumentParser
import Cluster
import RPC
import ScoringAPI
import Transport
import Values
import Wire

/// Recounts all scores, and shows those that are stored differently.
struct AdminScoresCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Recounts all scores, and shows those that differ; exits with 1 if one does."
    )

    @Option(help: "How many users, or scores of a board, to recount in one step, 1 to 100.")
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
        let step = step
        let (users, scores, boards) = try await access.connected(to: .scoring, at: address) {
            caller in
            do throws(Fault) {
                let (users, scores) = try await Self.scores(of: caller, by: step)
                return (users, scores, try await Self.boards(of: caller, by: step))
            } catch {
                throw ClusterError("\(error.code): \(error.detail)")
            }
        }
        let rows = scores.map(\.cells) + boards.map(\.cells)
        if !rows.isEmpty { print(TextTable(rows: [Self.headings] + rows).text) }
        print("Users: \(users), differences: \(rows.count).")
        if !rows.isEmpty { throw ExitCode(1) }
    }

    /// The number of users, and their scores that differ.
    private static func scores(
        of caller: RemoteCaller,
        by step: Int
    ) async throws(Fault) -> (Int, [ScoreDifference]) {
        var users = 0
        var differences: [ScoreDifference] = []
        var cursor: String?
        repeat {
            let call = CheckScores(limit: step, cursor: cursor)
            let reply = try await caller.call(call, in: CallContext())
            users += reply.users
            differences += reply.differences
            cursor = reply.nextCursor
        } while cursor != nil
        return (users, differences)
    }

    /// The scores of boards that differ.
    private static func boards(
        of caller: RemoteCaller,
        by step: Int
    ) async throws(Fault) -> [BoardDifference] {
        var differences: [BoardDifference] = []
        var cursor: String?
        repeat {
            let call = CheckBoards(limit: step, cursor: cursor)
            let page = try await caller.call(call, in: CallContext())
            differences += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return differences
    }

    private static let headings = ["user or board", "score", "stored", "recounted"]
}

// No text that came from a service can control the terminal.
extension ScoreDifference {
    /// The cells of a row.
    fileprivate var cells: [String] {
        ["\(user)", score.onOneLine, stored.onOneLine, recounted.onOneLine]
    }
}

extension BoardDifference {
    /// The cells of a row.
    fileprivate var cells: [String] {
        [board.onOneLine, score.onOneLine, "\(stored)", "\(recounted)"]
    }
}
