import ChallengesAPI
package import Identifiers
package import IdentityAPI
package import Wire

extension FieldProblems<ChallengesError> {
    /// Reports the problems of recipients that need no call to identityd.
    package mutating func add(_ recipients: [UserID], from author: UserID) {
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

    /// Reports the recipients who may not be challenged. An unknown user is reported as no friend,
    /// so that ids cannot be probed.
    package mutating func add(_ answers: [CheckRecipients.Recipient], as recipients: [UserID]) {
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
    /// The recipients to check at identityd: each once, without the sender; `nil` if there are none
    /// or too many.
    package func askable(by sender: UserID) -> [UserID]? {
        guard count <= CreateChallenge.recipientsLimit.upperBound else { return nil }
        var seen: Set<UserID> = [sender]
        let askable = filter { seen.insert($0).inserted }
        return askable.isEmpty ? nil : askable
    }
}
