import ChallengesCore
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// What identityd is told of a new name, so that notices show it (2.8-inbox). Called last, while
// what it is the name of is locked.
extension Transaction {
    /// Tells the name of a contest that was renamed after it was published.
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
