import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Testing

@testable import Challenges
@testable import ChallengesCore

/// The numbers of the locks of contests, whose ids clients choose.
struct ContestLockTests {
    @Test func `ids that differ in one byte have different locks`() throws {
        let id = ChallengeID()
        var locks: Set<Int64> = [id.lock]
        for place in 0..<16 {
            var uuid = id.uuid.uuid
            withUnsafeMutableBytes(of: &uuid) { $0[place] ^= 1 }
            locks.insert(ChallengeID(UUID(uuid: uuid)).lock)
        }
        #expect(locks.count == 17)
        #expect(id.lock == ChallengeID(id.uuid).lock)
    }
}
