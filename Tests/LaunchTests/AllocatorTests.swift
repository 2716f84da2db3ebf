import Testing

@testable import Launch

struct AllocatorTests {
    @Test func `the allocator accepts its settings`() {
        #expect(Allocator.keepFreedMemory())
    }
}
