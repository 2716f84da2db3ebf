import ChallengesAPI
import FoundationEssentials
import Identifiers

/// What a new challenge asks for, wherever it was taken from.
struct ChallengeContent: Sendable {
    let name: String
    let description: String
    /// The proof that counts if the sender names none.
    let proof: Proof
    let snapshot: Snapshot
    /// The challenge that it copies.
    var copyOf: ChallengeID?
    /// What has the pictures to copy; `nil` if nothing has.
    var pictures: (of: PhotoRecord.Place, subject: UUID)?

    init(
        name: String,
        description: String,
        proof: Proof,
        snapshot: Snapshot,
        pictures: (of: PhotoRecord.Place, subject: UUID)
    ) {
        self.name = name
        self.description = description
        self.proof = proof
        self.snapshot = snapshot
        self.pictures = pictures
    }

    /// A text of the sender's own.
    init(_ kind: ChallengeKind, name: String, description: String) {
        self.name = name
        self.description = description
        proof = kind.standardProof
        snapshot = Snapshot(timer: kind == .workout ? .stopwatch : .none)
    }

    /// What an earlier challenge asked for (2.1-rematch).
    init(_ copied: ChallengeRecord) {
        name = copied.name
        description = copied.description
        proof = copied.proof
        snapshot = copied.snapshot
        copyOf = copied.id
        pictures = copied.snapshot.definition.map { _ in (.challenge, copied.id.uuid) }
    }
}

extension ChallengeKind {
    /// The proof that a challenge with a text of its own asks for if the sender names none: a
    /// workout is not judged by default (2.5-verification).
    var standardProof: Proof {
        switch self {
        case .workout: .none
        default: .optional
        }
    }
}
