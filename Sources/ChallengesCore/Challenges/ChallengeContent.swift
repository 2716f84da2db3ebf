package import ChallengesAPI
package import FoundationEssentials
package import Identifiers

/// What a new challenge asks for, wherever it was taken from.
package struct ChallengeContent: Sendable {
    package let name: String
    package let description: String
    /// The proof that counts if the sender names none.
    package let proof: Proof
    package let snapshot: Snapshot
    /// The challenge that it copies.
    package var copyOf: ChallengeID?
    /// What has the pictures to copy; `nil` if nothing has.
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

    /// A text of the sender's own.
    package init(_ kind: ChallengeKind, name: String, description: String) {
        self.name = name
        self.description = description
        proof = kind.standardProof
        snapshot = Snapshot(timer: kind == .workout ? .stopwatch : .none)
    }

    /// What an earlier challenge asked for (2.1-rematch).
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
    /// The proof that a challenge with a text of its own asks for if the sender names none: a
    /// workout is not judged by default (2.5-verification).
    package var standardProof: Proof {
        switch self {
        case .workout: .none
        default: .optional
        }
    }
}
