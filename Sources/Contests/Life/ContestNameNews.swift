import ChallengesCore
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// Notifies identityd of a new name, so that notices show it (2.8-inbox). Called last, while the
// renamed row is locked.
extension Transaction {
    /// Emits the new name of a published contest.
    func tellName(of contest: ContestRecord, at now: Instant) throws {
        try emit(
            SubjectRenamed(
                subject: Notice.Subject(contest: contest.id),
                name: contest.challenge.name,
                version: contest.life.version,
                at: now
            ),
            to: .identity,
            at: now
        )
    }
}
