import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

extension CreateChallenge.Reply {
    init(
        _ challenge: ChallengeRecord,
        _ assignments: [AssignmentRecord],
        _ people: [UserID: Person],
        _ photos: [Photo]
    ) throws {
        try self.init(
            id: challenge.id,
            kind: challenge.kind,
            name: challenge.name,
            description: challenge.description,
            author: people.named(challenge.author),
            deadline: challenge.deadline,
            proof: challenge.proof,
            createdAt: challenge.createdAt,
            assignments: assignments.map { assignment in
                CreateChallenge.Sent(
                    id: assignment.id,
                    recipient: try people.named(assignment.recipient),
                    state: assignment.life.shownState
                )
            },
            definitionID: challenge.snapshot.definition,
            caption: challenge.snapshot.caption,
            category: challenge.snapshot.category,
            unit: challenge.snapshot.unit,
            target: challenge.snapshot.target,
            targetSeconds: challenge.snapshot.targetSeconds,
            photos: photos,
            copyOf: challenge.copyOf
        )
    }

    /// Whether a call equals the one that created this challenge, texts byte by byte (2.14-ids).
    /// Absent fields have their defaults. The proof of a definition may have changed since, so with
    /// a definition an absent proof equals any. What a copy takes from the original does not
    /// change.
    func isMade(
        by call: CreateChallenge,
        copying original: ChallengeDraft.Original?
    ) -> Bool {
        let standard: Proof =
            if let original {
                original.challenge.proof
            } else if call.definition != nil {
                proof
            } else {
                call.kind.standardProof
            }
        return kind == call.kind && hasContent(of: call)
            && deadline == call.deadline && proof == call.proof ?? standard
            && assignments.map(\.recipient.id) == call.recipients ?? original?.recipients
    }

    /// Whether the content is that of the call.
    private func hasContent(of call: CreateChallenge) -> Bool {
        guard copyOf == call.copyOf else { return false }
        guard copyOf == nil, definitionID == nil else {
            let source = call.copyOf == nil ? definitionID : nil
            return call.name == nil && call.description == nil && call.definition == source
        }
        return call.definition == nil && name.utf8.elementsEqual((call.name ?? "").utf8)
            && description.utf8.elementsEqual((call.description ?? "").utf8)
    }
}
