import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Wire

// The problems of a contest's invitees.
extension FieldProblems<ChallengesError> {
    /// Reports the problems that need no call to identityd.
    mutating func add(invitees: [UserID], of inviter: UserID, _ limit: ClosedRange<Int>) {
        guard limit.contains(invitees.count) else {
            return add(.inviteesInvalid, at: "/invitees")
        }
        var seen: Set<UserID> = []
        for (index, invitee) in invitees.enumerated() {
            if invitee == inviter {
                add(.inviteeIsOneself, at: "/invitees/\(index)")
            } else if !seen.insert(invitee).inserted {
                add(.inviteeRepeated, at: "/invitees/\(index)")
            }
        }
    }

    /// Reports the invitees who may not be invited. An unknown user is reported as no friend, so
    /// that ids cannot be probed.
    mutating func add(_ answers: [CheckRecipients.Recipient], invitees: [UserID]) {
        for answer in answers {
            guard let index = invitees.firstIndex(of: answer.user) else { continue }
            switch answer.eligibility {
            case .yes: continue
            case .notFriend, .unknown: add(.notFriends, at: "/invitees/\(index)")
            case .notAccepting: add(.notAccepting, at: "/invitees/\(index)")
            }
        }
    }
}
