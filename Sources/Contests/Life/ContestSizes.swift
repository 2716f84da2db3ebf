import ChallengesAPI
import ChallengesCore

// How many bytes a contest, and what is in it, takes in a reply at most. Names of fields, numbers,
// people and pictures of their own count as much as they ever do; texts count by their bytes.

extension ContestRecord {
    package var size: Int {
        let texts = [
            challenge.name, challenge.description, challenge.snapshot.caption, unit ?? "",
        ]
        return 6_144 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}

extension ParticipantRecord {
    /// In a list of people; more where they show something for having completed the contest.
    func size(in contest: ContestRecord) -> Int {
        let showsCompletion = completedAt != nil && !contest.isCompetition && contest.goal == nil
        return showsCompletion ? 16_384 : 2_048
    }
}

extension EntryRecord {
    /// In a contest with that unit.
    func size(in unit: String?) -> Int {
        let texts = [note, device ?? "", query?.reason ?? "", unit ?? ""]
        return 6_144 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}
