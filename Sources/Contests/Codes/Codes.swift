import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// How people who are not invited learn of a contest: by a code, which lets them in, and by a
/// friend who shows them a public one.
struct Codes: Sendable {
    package let contests: ContestChanges
    let joining: Joining

    var database: Database { contests.database }
    var rules: ContestRules { contests.rules }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(shareContest)
            $0.on(makeCode)
            $0.on(listCodes)
            $0.on(openCode)
            $0.on(getCode)
            $0.on(revokeCode)
        }
    }

    /// Finds a code; refuses a text that cannot be one before it is looked up.
    ///
    /// - Throws: `challenges.code_not_found` if there never was one.
    func existing(
        _ code: String,
        for user: UserID?,
        in reader: some Reader
    ) async throws -> FoundCode {
        guard ContestCode.isWellFormed(code), let found = try await reader.code(code, for: user)
        else { throw ChallengesError.codeNotFound }
        return found
    }
}
