import ChallengesAPI
import ChallengesCore

// How many bytes an assignment takes in a reply at most. Names of fields, numbers, people and pictures
// of their own count as much as they ever do; texts count by their bytes.

extension AssignmentDetail {
    package var size: Int {
        let own = challenge.snapshot.definition == nil ? 3_072 : 4_608
        let texts = [
            challenge.name, challenge.description, challenge.snapshot.caption,
            challenge.snapshot.unit ?? "", assignment.life.reason ?? "",
        ]
        return own + texts.reduce(0) { $0 + $1.utf8.count } + attempts.reduce(0) { $0 + $1.size }
    }
}

extension Attempt {
    fileprivate var size: Int {
        256 + (note ?? "").utf8.count + (reason ?? "").utf8.count + 128 * media.count
    }
}
