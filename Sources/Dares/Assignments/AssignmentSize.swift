import ChallengesAPI
import ChallengesCore

// The maximum size of an assignment in a reply, in bytes. Names of fields, numbers, users and own
// pictures count with their maximum size; texts count with their actual one.

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
