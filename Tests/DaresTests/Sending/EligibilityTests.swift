import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Wire

@testable import ChallengesCore

/// Who may be challenged, by what identityd says of them (2.2-send, 2.11-standing).
struct EligibilityTests {
    private func eligibility(
        _ standing: CheckRecipients.Standing,
        _ account: AccountStanding?,
        hasCard: Bool = true
    ) -> CheckChallenge.Eligibility {
        let user = UserID()
        let person = Person(id: user, username: "bo", firstName: "Bo", lastName: "")
        let card = PersonCard(person: person, version: 1, standing: account)
        return CheckRecipients.Recipient(
            user: user,
            card: hasCard ? card : nil,
            standing: standing
        ).eligibility
    }

    @Test(arguments: [AccountStanding.active, nil])
    func `of those who are active, friends who take challenges`(account: AccountStanding?) {
        #expect(eligibility(.friend, account) == .yes)
        #expect(eligibility(.notAccepting, account) == .notAccepting)
        #expect(eligibility(.notFriend, account) == .notFriend)
    }

    @Test(arguments: CheckRecipients.Standing.allCases)
    func `inactive and unknown users, and users without a card, are not eligible`(
        standing: CheckRecipients.Standing
    ) {
        for account in AccountStanding.allCases where account != .active {
            #expect(eligibility(standing, account) == .notFriend)
        }
        #expect(eligibility(standing, .active, hasCard: false) == .notFriend)
        #expect(eligibility(.unknown, .active) == .notFriend)
    }
}
