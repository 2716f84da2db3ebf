import ChallengesAPI
import Identifiers
import Values

/// The number of a user's entries in a contest, and on one of their days, counted up to the limits.
struct EntryCounts: Hashable, Sendable {
    let all: Int
    let day: Int

    /// The entries to count, and the limits up to which they are counted.
    struct Asked: Hashable, Sendable {
        let contest: ChallengeID
        let user: UserID
        let day: CivilDate
        /// The earliest moment when an entry of the day can have been logged.
        let loggedSince: Instant
        /// The limit of all entries; 0 if it cannot be reached yet.
        let mostOfAll: Int
        /// The limit of the day's entries; 0 if it cannot be reached yet.
        let mostOfDay: Int
    }

    /// Refuses another entry if a limit is reached (2.14-limits).
    func check(under rules: ContestRules) throws(ChallengesError) {
        guard all < rules.entriesRun else { throw .entriesTooMany }
        guard day < rules.entriesDay else { throw .entriesDayTooMany }
    }
}

extension EntryCounts.Asked {
    /// The counts that are needed before a participant logs an entry; `nil` if no limit can be
    /// reached yet: each entry changed the participant's row, so there are no more entries than
    /// versions.
    init?(of person: ParticipantRecord, on day: CivilDate, under rules: ContestRules) {
        let mayHaveAll = person.version >= Int64(clamping: rules.entriesRun)
        let mayHaveDay = person.version >= Int64(clamping: rules.entriesDay)
        guard mayHaveAll || mayHaveDay else { return nil }
        self.init(
            contest: person.challenge,
            user: person.user,
            day: day,
            loggedSince: day.loggedSince(under: rules),
            mostOfAll: mayHaveAll ? rules.entriesRun : 0,
            mostOfDay: mayHaveDay ? rules.entriesDay : 0
        )
    }
}
