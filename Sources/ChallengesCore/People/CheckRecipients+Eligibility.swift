package import ChallengesAPI
package import IdentityAPI

extension CheckRecipients.Recipient {
    /// Whether the sender may challenge the person. One who does not exist or is not active
    /// (2.11-standing) is no friend.
    package var eligibility: CheckChallenge.Eligibility {
        switch standing {
        case .friend where isActive: .yes
        case .friend, .notFriend, .unknown: .notFriend
        case .notAccepting: isActive ? .notAccepting : .notFriend
        }
    }

    private var isActive: Bool {
        // The card of an earlier release does not say it: all were active.
        card.map { $0.standing ?? .active } == .active
    }
}
