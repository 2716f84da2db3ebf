import ChallengesAPI
import Identifiers
import Values

/// How many entries a person has in a contest, and how many of them on one of their days, counted
/// up to what they may have.
struct EntryCounts: Hashable, Sendable {
    let all: Int
    let day: Int

    /// Whose entries are counted, and how far.
    struct Asked: Hashable, Sendable {
        let contest: ChallengeID
        let user: UserID
        let day: CivilDate
        /// None of the day was logged before.
        let loggedSince: Instant
        /// 0 if there cannot be too many.
        let mostOfAll: Int
        /// 0 if there cannot be too many.
        let mostOfDay: Int
    }

    /// Refuses another entry if a limit is reached (2.14-limits).
    func check(under rules: ContestRules) throws(ChallengesError) {
        guard all < rules.entriesRun else { throw .entriesTooMany }
        guard day < rules.entriesDay else { throw .entriesDayTooMany }
    }
}

extension EntryCounts.Asked {
    /// What has to be counted before a person logs something; `nil` if nothing has: each entry was a
    /// change of how the person stands, so there are no more of them than there were changes.
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
