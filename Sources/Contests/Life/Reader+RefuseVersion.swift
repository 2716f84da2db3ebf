import ChallengesAPI
package import Identifiers
package import Postgres
package import Values
import Wire

extension ContestRecord {
    /// The version that is shown at a moment, even if the contest's timer is late.
    package func shownVersion(at now: Instant, under rules: ContestRules) -> Int64 {
        shownLife(at: now, under: rules).version
    }
}

extension Reader {
    /// Refuses a version other than the one that is shown; the refusal has the contest as the
    /// viewer sees it.
    package func refuse(
        _ version: Int64?,
        of contest: ContestRecord,
        to viewer: UserID,
        at now: Instant,
        under rules: ContestRules
    ) async throws {
        guard let version, version != contest.shownVersion(at: now, under: rules) else { return }
        let shown = try await contestReply(contest, to: viewer, at: now, under: rules)
        throw try Refusal(ChallengesError.versionStale, current: shown)
    }
}
