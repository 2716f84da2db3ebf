import ChallengesAPI
import Identifiers
import IdentityAPI
import Values
import Wire

/// A challenge whose fields are all as they must be; only the friends are not asked about.
struct ChallengeDraft: Sendable {
    let challenge: ChallengeRecord
    /// 1 to 100, none twice, not the author.
    let recipients: [UserID]

    /// Reads a call; notes everything that is wrong with it, and is then `nil`.
    init?(
        _ call: CreateChallenge,
        from author: UserID,
        at now: Instant,
        under rules: DareRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if call.kind != .dare { problems.add(.kindUnknown, at: "/kind") }
        let name = problems.check("/name") { () throws(ChallengesError) in
            try ChallengeName(call.name)
        }
        let description = problems.check("/description") { () throws(ChallengesError) in
            try Prose(call.description ?? "", orThrow: .descriptionInvalid)
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
    /// Notes what is wrong with recipients that nobody has been asked about.
    fileprivate mutating func add(_ recipients: [UserID], from author: UserID) {
        guard (1...DareRules.recipientsMax).contains(recipients.count) else {
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

    /// Notes who may not be challenged. That somebody does not exist looks like being no friend,
    /// so that nobody can try out ids.
    mutating func add(_ answers: [CheckRecipients.Recipient], as recipients: [UserID]) {
        for answer in answers {
            guard let index = recipients.firstIndex(of: answer.user) else { continue }
            switch answer.standing {
            case .friend where answer.card != nil: continue
            case .friend, .notFriend, .unknown: add(.notFriends, at: "/recipients/\(index)")
            case .notAccepting: add(.notAccepting, at: "/recipients/\(index)")
            }
        }
    }
}

extension [UserID] {
    /// Those about whom identityd can be asked: each once, the sender not among them; `nil` where
    /// there are none, or too many to be asked about.
    func askable(by sender: UserID) -> [UserID]? {
        guard count <= DareRules.recipientsMax else { return nil }
        var seen: Set<UserID> = [sender]
        let askable = filter { seen.insert($0).inserted }
        return askable.isEmpty ? nil : askable
    }
}
