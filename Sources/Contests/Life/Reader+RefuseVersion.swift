import ChallengesAPI
package import Identifiers
package import Postgres
package import Values
import Wire

extension Reader {
    /// Refuses a version that is not the contest's; the refusal carries the contest as a person sees
    /// it.
    package func refuse(
        _ version: Int64?,
        of contest: ContestRecord,
        to viewer: UserID,
        at now: Instant,
        under rules: ContestRules
    ) async throws {
        guard let version, version != contest.life.version else { return }
        let shown = try await contestReply(contest, to: viewer, at: now, under: rules)
        throw try Refusal(ChallengesError.versionStale, current: shown)
    }
}
