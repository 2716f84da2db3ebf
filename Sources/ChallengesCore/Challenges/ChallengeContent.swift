package import ChallengesAPI
package import FoundationEssentials
package import Identifiers

/// The content of a new challenge, from any source.
package struct ChallengeContent: Sendable {
    package let name: String
    package let description: String
    /// The proof if the sender names none.
    package let proof: Proof
    package let snapshot: Snapshot
    /// The challenge that it copies.
    package var copyOf: ChallengeID?
    /// The pictures to copy; `nil` if there are none.
    package var pictures: (of: PhotoRecord.Place, subject: UUID)?

    package init(
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

    /// The sender's own text.
    package init(_ kind: ChallengeKind, name: String, description: String) {
        self.name = name
        self.description = description
        proof = kind.standardProof
        snapshot = Snapshot(timer: kind == .workout ? .stopwatch : .none)
    }

    /// The content of an earlier challenge (2.1-rematch).
    package init(_ copied: ChallengeRecord) {
        name = copied.name
        description = copied.description
        proof = copied.proof
        snapshot = copied.snapshot
        copyOf = copied.id
        pictures = copied.snapshot.definition.map { _ in (.challenge, copied.id.uuid) }
    }
}

extension ChallengeKind {
    /// The default proof of a challenge with the sender's own text: a workout is not judged by
    /// default (2.5-verification).
    package var standardProof: Proof {
        switch self {
        case .workout: .none
        default: .optional
        }
    }
}
