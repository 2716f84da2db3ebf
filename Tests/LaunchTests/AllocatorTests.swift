import Testing

@testable import Launch

struct AllocatorTests {
    @Test func `the allocator takes its settings`() {
        #expect(Allocator.keepFreedMemory())
    }
}
