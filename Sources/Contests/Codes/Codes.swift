import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// The calls about codes, which invite their holders, and about sharing a public contest with
/// friends.
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

    /// Finds a code. A malformed text is refused without a lookup.
    ///
    /// - Throws: `challenges.code_not_found` if it does not exist.
    func existing(
        _ code: String,
        for user: UserID?,
        in reader: some Reader
    ) async throws -> FoundCode {
        guard ContestCode.format.matches(code), let found = try await reader.code(code, for: user)
        else { throw ChallengesError.codeNotFound }
        return found
    }
}
