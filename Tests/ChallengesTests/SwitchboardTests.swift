import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import OutboxAPI
import RPC
import TestKit
import Testing
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct SwitchboardTests {
    @Test func `every call of the API is handled`() {
        let scene = Scene()
        let calls = ChallengesAPI.calls + IdentityAPI.published + OutboxAPI.calls
        #expect(scene.board.answered == Set(calls.map { $0.id }))
    }
}
