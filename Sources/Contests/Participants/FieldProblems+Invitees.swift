import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Wire

// What is wrong with the invitees of a contest.
extension FieldProblems<ChallengesError> {
    /// Collects problems of the invitees that need no call to identityd.
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

    /// Collects who may not be invited. A user who does not exist looks like one who is no friend,
    /// so that ids cannot be probed.
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
