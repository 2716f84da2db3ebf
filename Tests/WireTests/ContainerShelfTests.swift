import Testing

@testable import Wire

/// Containers are kept for each type of keys, however many types there are.
struct ContainerShelfTests {
    @Test func `the containers of many types do not push each other out`() {
        let shelf = ContainerShelf<Int>()
        var names: [ObjectIdentifier] = []
        store(Int.self, 40, in: shelf, &names)
        #expect(Set(names).count == 40)
        for name in names {
            #expect(unsafe shelf.lend(to: 1, name) != nil)
        }
    }

    @Test func `when there are more types than slots, the newest is kept`() {
        let shelf = ContainerShelf<Int>()
        var names: [ObjectIdentifier] = []
        store(Int.self, 300, in: shelf, &names) { name in
            #expect(unsafe shelf.lend(to: 1, name) != nil)
        }
        #expect(Set(names).count == 300)
        let kept = names.filter { unsafe shelf.lend(to: 1, $0) != nil }
        #expect((1...263).contains(kept.count))
    }

    @Test func `a container that is in use is neither lent nor replaced`() {
        let shelf = ContainerShelf<Int>()
        let container = Container()
        #expect(shelf.store(Keys<Int>.self, for: 0) { _ in container } != nil)
        #expect(unsafe shelf.lend(to: 1, ObjectIdentifier(Keys<Int>.self)) == nil)
        #expect(shelf.store(Keys<Int>.self, for: 0) { _ in Container() } == nil)
        withExtendedLifetime(container) {}
    }

    /// Stores a container for a number of types, each nested once more than the one before.
    private func store<Value>(
        _ type: Value.Type,
        _ count: Int,
        in shelf: ContainerShelf<Int>,
        _ names: inout [ObjectIdentifier],
        checking check: (ObjectIdentifier) -> Void = { _ in }
    ) {
        guard count > 0 else { return }
        _ = shelf.store(Keys<Value>.self, for: 0) { _ in Container() }
        let name = ObjectIdentifier(Keys<Value>.self)
        names.append(name)
        check(name)
        store(Value?.self, count - 1, in: shelf, &names, checking: check)
    }
}

private final class Container {}

private enum Keys<Value>: String, CodingKey {
    case value
}
