import ChallengesAPI
import Identifiers
import IdentityAPI
import Values
import Wire

/// A challenge with valid fields; whether the recipients are friends is not checked yet.
struct ChallengeDraft: Sendable {
    let challenge: ChallengeRecord
    /// 1 to 100, without duplicates, without the author.
    let recipients: [UserID]

    /// Reads a call; collects every problem, and returns `nil` if there is one.
    init?(
        _ call: CreateChallenge,
        from author: UserID,
        at now: Instant,
        under rules: Rules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if call.kind != .dare { problems.add(.kindUnknown, at: "/kind") }
        let name = problems.check("/name") { () throws(ChallengesError) in
            try ChallengeName(call.name)
        }
        let description = problems.check("/description") { () throws(ChallengesError) in
            try Prose(
                call.description ?? "",
                CreateChallenge.descriptionLimit,
                orThrow: .descriptionInvalid
            )
        }
        problems.add(call.recipients, from: author)
        if let deadline = call.deadline {
            _ = problems.check("/deadline") { () throws(ChallengesError) in
                try rules.check(deadline: deadline, at: now)
            }
        }
        let proof = call.proof ?? Proof.optional
        if proof == Proof.unknown { problems.add(.proofUnknown, at: "/proof") }
        guard problems.isEmpty, let name, let description else { return nil }
        challenge = ChallengeRecord(
            id: call.id ?? ChallengeID(),
            kind: call.kind,
            name: name.text,
            description: description.text,
            author: author,
            proof: proof,
            deadline: call.deadline,
            createdAt: now
        )
        recipients = call.recipients
    }
}

extension FieldProblems<ChallengesError> {
    /// Collects problems of the recipients that need no call to identityd.
    mutating func add(_ recipients: [UserID], from author: UserID) {
        guard CreateChallenge.recipientsLimit.contains(recipients.count) else {
            return add(.recipientsInvalid, at: "/recipients")
        }
        var seen: Set<UserID> = []
        for (index, recipient) in recipients.enumerated() {
            if recipient == author {
                add(.recipientIsOneself, at: "/recipients/\(index)")
            } else if !seen.insert(recipient).inserted {
                add(.recipientRepeated, at: "/recipients/\(index)")
            }
        }
    }

    /// Collects who may not be challenged. A user who does not exist looks like one who is no
    /// friend, so that ids cannot be probed.
    mutating func add(_ answers: [CheckRecipients.Recipient], as recipients: [UserID]) {
        for answer in answers {
            guard let index = recipients.firstIndex(of: answer.user) else { continue }
            switch answer.eligibility {
            case .yes: continue
            case .notFriend, .unknown: add(.notFriends, at: "/recipients/\(index)")
            case .notAccepting: add(.notAccepting, at: "/recipients/\(index)")
            }
        }
    }
}

extension [UserID] {
    /// The recipients to ask identityd about: each once, without the sender; `nil` if there are
    /// none or too many.
    func askable(by sender: UserID) -> [UserID]? {
        guard count <= CreateChallenge.recipientsLimit.upperBound else { return nil }
        var seen: Set<UserID> = [sender]
        let askable = filter { seen.insert($0).inserted }
        return askable.isEmpty ? nil : askable
    }
}
