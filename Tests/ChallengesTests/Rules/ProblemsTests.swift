import ChallengesAPI
import Testing
import Wire

@testable import Challenges

struct ProblemsTests {
    @Test func `all fields are named, under the code of the first`() throws {
        var problems = Problems()
        #expect(throws: Never.self) { try problems.refuse() }
        problems.add(.nameInvalid, at: "/name")
        problems.add(.notFriends, at: "/recipients/1")
        let fault = try #require(throws: Problems.self) { try problems.refuse() }.fault
        #expect(fault.code == "challenges.name_invalid")
        #expect(fault.kind == .invalid)
        #expect(fault.fields?.map(\.pointer) == ["/name", "/recipients/1"])
        #expect(
            fault.fields?.map(\.code) == ["challenges.name_invalid", "challenges.not_friends"]
        )
    }

    @Test func `codes are unique and well formed`() {
        let codes = ChallengesError.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        for error in ChallengesError.allCases {
            #expect(error.rawValue.hasPrefix("challenges."))
            #expect(error.detail.hasSuffix("."))
        }
    }

    @Test func `the calls have numbers of their own`() {
        let ids = ChallengesAPI.calls.map { $0.id }
        #expect(Set(ids).count == ids.count)
        #expect(ids == ids.sorted { $0.rawValue < $1.rawValue })
        #expect(ids.allSatisfy { $0.rawValue >> 8 == 0x02 })
    }
}
