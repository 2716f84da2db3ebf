import ChallengesAPI

// How many bytes things take in a reply at most. Names of fields, numbers, people and pictures of
// their own count as much as they ever do; texts count by their bytes.

extension DefinitionRecord {
    var size: Int {
        3_072 + [name, caption, description, unit ?? ""].reduce(0) { $0 + $1.utf8.count }
    }
}

extension EntryRecord {
    /// In a contest with that unit.
    func size(in unit: String?) -> Int {
        let texts = [note, device ?? "", query?.reason ?? "", unit ?? ""]
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

extension AssignmentDetail {
    var size: Int {
        let own = challenge.snapshot.definition == nil ? 3_072 : 4_608
        let texts = [
            challenge.name, challenge.description, challenge.snapshot.caption,
            challenge.snapshot.unit ?? "", assignment.life.reason ?? "",
        ]
        return own + texts.reduce(0) { $0 + $1.utf8.count } + attempts.reduce(0) { $0 + $1.size }
    }
}

extension ContestRecord {
    var size: Int {
        let texts = [
            challenge.name, challenge.description, challenge.snapshot.caption, unit ?? "",
        ]
        return 6_144 + texts.reduce(0) { $0 + $1.utf8.count }
    }
}

extension Attempt {
    fileprivate var size: Int {
        256 + (note ?? "").utf8.count + (reason ?? "").utf8.count + 128 * media.count
    }
}
