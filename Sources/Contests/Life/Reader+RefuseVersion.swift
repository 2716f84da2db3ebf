import ChallengesAPI
package import Identifiers
package import Postgres
package import Values
import Wire

extension ContestRecord {
    /// The version that people are shown at a moment, however late its timer is.
    package func shownVersion(at now: Instant, under rules: ContestRules) -> Int64 {
        shownLife(at: now, under: rules).version
    }
}

extension Reader {
    /// Refuses a version that is not the one that the contest is shown with; the refusal carries the
    /// contest as a person sees it.
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
