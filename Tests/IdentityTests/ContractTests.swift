import IdentityAPI
import OutboxAPI
import RPC
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ContractTests {
    @Test func `every call of the contract is answered, and nothing else`() {
        let calls = IdentityAPI.calls + OutboxAPI.calls
        #expect(Town().door.answered == Set(calls.map { $0.id }))
        #expect(Set(IdentityAPI.calls.map { $0.id }).count == IdentityAPI.calls.count)
        #expect(IdentityAPI.calls.allSatisfy { $0.id.rawValue >> 8 == 0x01 })
    }
}
