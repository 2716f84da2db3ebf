/// First in, first out.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

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

    /// Puts elements before all others, in their order.
    mutating func prepend(_ more: [Element]) {
        elements.replaceSubrange(0..<head, with: more)
        head = 0
    }

    /// Changes the first element in place.
    mutating func withFirst<Value>(_ body: (inout Element) -> Value) -> Value? {
        guard head < elements.count, var element = elements[head] else { return nil }
        elements[head] = nil
        defer { elements[head] = element }
        return body(&element)
    }

    mutating func removeAll() -> [Element] {
        let rest = elements[head...].compactMap { $0 }
        elements.removeAll(keepingCapacity: true)
        head = 0
        return rest
    }
}
