import ChallengesAPI
import ChallengesTestKit
import Testing
import Wire

@testable import Challenges

struct ContractTests {
    @Test func `codes are unique and well formed`() {
        let codes = ChallengesError.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        for error in ChallengesError.allCases {
            #expect(error.rawValue.hasPrefix("challenges."))
            #expect(error.detail.hasSuffix("."))
        }
    }

    /// The operator sets how far ahead a deadline may be.
    @Test func `the sentence about deadlines names no bounds`() {
        #expect(ChallengesError.deadlineInvalid.detail.filter(\.isNumber).isEmpty)
    }

    /// Dares, workouts and contests are refused with the same codes.
    @Test(
        arguments: [
            (.wrongState, [], ["assignment", "contest"]),
            (.notYourPart, [], ["other person", "owner"]),
            (.notFriends, ["challenged", "invited", "shown"], []),
            (.visibilityUnknown, ["private", "friends", "link", "public"], []),
            (.copyUnknown, ["copy"], ["sent"]),
            (.rulesLocked, ["published", "invitees", "plays", "After the start"], []),
        ] as [(ChallengesError, [String], [String])]
    )
    func `a sentence fits all that is refused with it`(
        error: ChallengesError,
        names: [String],
        avoids: [String]
    ) {
        #expect(names.allSatisfy { error.detail.contains($0) })
        #expect(!avoids.contains { error.detail.contains($0) })
    }

    @Test func `the calls have unique numbers`() {
        let ids = ChallengesAPI.calls.map { $0.id }
        #expect(Set(ids).count == ids.count)
        #expect(ids == ids.sorted { $0.rawValue < $1.rawValue })
        #expect(ids.allSatisfy { $0.rawValue >> 8 == 0x02 })
    }
}
