package import ChallengesAPI
package import IdentityAPI

extension CheckRecipients.Recipient {
    /// Whether the sender may challenge the recipient. Unknown users and inactive accounts
    /// (2.11-standing) count as not being friends.
    package var eligibility: CheckChallenge.Eligibility {
        switch standing {
        case .friend where isActive: .yes
        case .friend, .notFriend, .unknown: .notFriend
        case .notAccepting: isActive ? .notAccepting : .notFriend
        }
    }

    private var isActive: Bool {
        // A card of an earlier release has no status: the user was active.
        card.map { $0.standing ?? .active } == .active
    }
}
