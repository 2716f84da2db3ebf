import ChallengesAPI
import ChallengesCore

// The maximum bytes that a contest and its content take in a reply. Names of fields, numbers, users
// and pictures count with their maximum size, texts with their actual bytes.

extension ContestRecord {
    package var size: Int {
        let texts = [
            challenge.name, challenge.description, challenge.snapshot.caption, unit ?? "",
        ]
        return 6_144 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}

extension ParticipantRecord {
    /// The size in a list of participants; more if the participant shows pictures of the
    /// completion.
    func size(in contest: ContestRecord) -> Int {
        let showsCompletion = completedAt != nil && !contest.isCompetition && contest.goal == nil
        return showsCompletion ? 16_384 : 2_048
    }
}

extension EntryRecord {
    /// The size in a contest with the given unit.
    func size(in unit: String?) -> Int {
        let texts = [note, device ?? "", query?.reason ?? "", unit ?? ""]
        return 6_144 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}
