/// A first-in, first-out queue.
@usableFromInline
struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { head == elements.count }
    @inlinable var count: Int { elements.count - head }
    @inlinable var first: Element? { isEmpty ? nil : elements[head] }

    var all: [Element] { elements[head...].compactMap { $0 } }

    @inlinable
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1_024, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Inserts elements before all others, in their order.
    @inlinable
    mutating func prepend(_ more: [Element]) {
        elements.replaceSubrange(0..<head, with: more)
        head = 0
    }

    /// Changes the first element in place.
    @inlinable
    mutating func withFirst<Value>(_ body: (inout Element) -> Value) -> Value? {
        guard head < elements.count, var element = elements[head] else { return nil }
        elements[head] = nil
        defer { elements[head] = element }
        return body(&element)
    }

    @inlinable
    mutating func removeAll() -> [Element] {
        let rest = elements[head...].compactMap { $0 }
        elements.removeAll(keepingCapacity: true)
        head = 0
        return rest
    }
}
