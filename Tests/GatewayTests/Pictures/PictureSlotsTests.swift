import NIOCore
import Synchronization
import TestKit
import Testing
import Values

@testable import Gateway

/// Which clients get a picture slot, which wait for one, and which are cut.
@Suite struct PictureSlotsTests {
    private let ana = IPAddress("192.0.2.1")
    private let bo = IPAddress("192.0.2.2")
    private let carl = IPAddress("192.0.2.3")

    private func slots(
        perNetwork: Int = 16,
        most: Int = 96,
        exempt: String? = nil,
        newcomer: TimeAmount = .hours(1),
        grace: TimeAmount = .hours(1),
        equalGrace: TimeAmount? = nil
    ) -> PictureSlots {
        PictureSlots(
            perNetwork: perNetwork,
            exempt: exempt.flatMap { Networks($0) }.map { [$0] } ?? [],
            patience: .init(newcomer: newcomer, grace: grace, equalGrace: equalGrace ?? grace),
            most: { most }
        )
    }

    @Test func `the sixteenth slot of a network is given, the seventeenth refused`()
        async throws
    {
        let slots = slots(newcomer: .milliseconds(20))
        var held: [PictureSlot] = []
        for _ in 0..<16 { held.append(try await slots.take(for: ana) {}) }
        await #expect(throws: GatewayError.picturesExhausted) {
            _ = try await slots.take(for: ana) {}
        }
        // Another network has its own.
        held.append(try await slots.take(for: bo) {})
        #expect(slots.count == 17)
        held = []
        #expect(slots.count == 0)
    }

    @Test func `an IPv6 network of 64 bits shares its slots`() async throws {
        let slots = slots(perNetwork: 1, newcomer: .milliseconds(20))
        let held = try await slots.take(for: IPAddress("2001:db8::1")) {}
        await #expect(throws: GatewayError.picturesExhausted) {
            _ = try await slots.take(for: IPAddress("2001:db8::2:2")) {}
        }
        let other = try await slots.take(for: IPAddress("2001:db8:0:1::1")) {}
        withExtendedLifetime((held, other)) {}
    }

    @Test func `a client that waits for its network's slot gets the first free one`() async throws {
        let slots = slots(perNetwork: 1)
        var held: PictureSlot? = try await slots.take(for: ana) {}
        let order = Noted()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    let slot = try await slots.take(for: ana) {}
                    order.add(number)
                    withExtendedLifetime(slot) {}
                }
                try await eventually("nobody waits") { slots.waitingCount == number + 1 }
            }
            #expect(held != nil)
            held = nil
            try await group.waitForAll()
        }
        #expect(order.numbers == [0, 1, 2])
        #expect(slots.count == 0 && slots.waitingCount == 0)
    }

    @Test func `exempt networks, and unknown ones, are not counted`() async throws {
        let slots = slots(perNetwork: 1, exempt: "192.0.2.0/24", newcomer: .milliseconds(1))
        var held: [PictureSlot] = []
        for _ in 0..<40 { held.append(try await slots.take(for: ana) {}) }
        for _ in 0..<40 { held.append(try await slots.take(for: nil) {}) }
        #expect(slots.count == 80)
    }

    @Test func `when all are taken, the client waited for longest is cut`() async throws {
        let crowd = Crowd(slots(most: 3, grace: .zero))
        for number in 0..<3 { try await crowd.add(number, from: ana) }
        for number in [1, 2, 0] { crowd[number]?.beginWaiting() }
        crowd[1]?.endWaiting()
        crowd[1]?.beginWaiting()
        for number in 3..<5 {
            try await crowd.add(number, from: bo)
            #expect(crowd.slots.count == 3)
        }
        #expect(crowd.cut == [2, 0])
    }

    @Test func `of several networks, the one with the most slots loses one`() async throws {
        let crowd = Crowd(slots(most: 3, grace: .zero))
        try await crowd.add(0, from: bo)
        crowd[0]?.beginWaiting()
        for number in 1..<3 { try await crowd.add(number, from: ana) }
        for number in [2, 1] { crowd[number]?.beginWaiting() }
        try await crowd.add(3, from: carl)
        #expect(crowd.cut == [2])
    }

    @Test func `a long stalled client is cut before a recent one with more slots`() async throws {
        let clock = Mutex(NIODeadline.uptimeNanoseconds(0))
        let slots = PictureSlots(
            perNetwork: 16,
            patience: .init(grace: .zero, equalGrace: .seconds(2)),
            now: { clock.withLock(\.self) },
            most: { 3 }
        )
        let crowd = Crowd(slots)
        try await crowd.add(0, from: bo)
        crowd[0]?.beginWaiting()
        for number in 1..<3 { try await crowd.add(number, from: ana) }
        clock.withLock { $0 = $0 + .seconds(2) }
        for number in 1..<3 { crowd[number]?.beginWaiting() }
        try await crowd.add(3, from: carl)
        #expect(crowd.cut == [0])
    }

    @Test func `at most as many of one site wait as there are slots`() async throws {
        let slots = slots(most: 2, exempt: "192.0.2.2")
        var held = [try await slots.take(for: ana) {}, try await slots.take(for: ana) {}]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in [ana, ana, bo, bo, bo] {
                group.addTask { _ = try await slots.take(for: client) {} }
            }
            try await eventually("nobody waits") { slots.waitingCount == 5 }
            await #expect(throws: GatewayError.picturesExhausted) {
                _ = try await slots.take(for: ana) {}
            }
            #expect(slots.waitingCount == 5 && held.count == 2)
            held = []
            try await group.waitForAll()
        }
    }

    @Test func `networks with equally many slots do not cut each other`() async throws {
        let crowd = Crowd(slots(most: 4, grace: .zero, equalGrace: .hours(1)))
        for number in 0..<3 { try await crowd.add(number, from: ana) }
        try await crowd.add(3, from: bo)
        for number in 0..<4 { crowd[number]?.beginWaiting() }
        // One slot against three: the network with fewer gets another.
        try await crowd.add(4, from: bo)
        crowd[4]?.beginWaiting()
        #expect(crowd.cut == [0])
        async let waiting: Void = crowd.add(5, from: bo)
        try await eventually("nobody waits") { crowd.slots.waitingCount == 1 }
        // A client whose network has none is first, and does not wait.
        try await crowd.add(6, from: carl)
        #expect(crowd.cut == [0, 1] && crowd.slots.waitingCount == 1)
        crowd.leave(2)
        try await waiting
        #expect(crowd.cut == [0, 1])
    }

    @Test func `of one network's waiting clients, only the first counts as having none`()
        async throws
    {
        let crowd = Crowd(slots(most: 4, grace: .zero, equalGrace: .hours(1)))
        for number in 0..<4 { try await crowd.add(number, from: ana) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 4..<8 { group.addTask { try await crowd.add(number, from: bo) } }
            try await eventually("nobody waits") { crowd.slots.waitingCount == 4 }
            for number in 0..<4 { crowd[number]?.beginWaiting() }
            // Two against two is fair.
            try await eventually("nobody is cut") { crowd.slots.waitingCount == 2 }
            try await crowd.add(8, from: carl)
            #expect(crowd.cut.count == 3 && crowd.slots.waitingCount == 2)
            crowd.leaveAll()
            try await group.waitForAll()
        }
    }

    @Test(arguments: [("2001:db8:0:1::1", 0), ("2001:db8:0:100::1", 1)])
    func `IPv6 networks of 56 bits share fairly`(newcomer: String, cuts: Int) async throws {
        let crowd = Crowd(slots(most: 2, grace: .zero, equalGrace: .hours(1)))
        for number in 0..<2 {
            try await crowd.add(number, from: IPAddress("2001:db8:0:2\(number)::1"))
            crowd[number]?.beginWaiting()
        }
        async let added: Void = crowd.add(2, from: IPAddress(newcomer))
        if cuts == 0 {
            try await eventually("nobody waits") { crowd.slots.waitingCount == 1 }
            #expect(crowd.cut.isEmpty)
            crowd.leave(0)
        }
        try await added
        #expect(crowd.cut.count == cuts)
    }

    @Test func `exempt networks, and unknown ones, do not come first for ever`() async throws {
        for client in [ana, nil] {
            let crowd = Crowd(
                slots(most: 3, exempt: "192.0.2.1", grace: .zero, equalGrace: .hours(1))
            )
            for number in 0..<3 {
                try await crowd.add(number, from: client)
                crowd[number]?.beginWaiting()
            }
            async let another: Void = crowd.add(3, from: client)
            try await eventually("nobody waits") { crowd.slots.waitingCount == 1 }
            try await crowd.add(4, from: bo)
            #expect(crowd.cut == [0] && crowd.slots.waitingCount == 1)
            crowd.leave(1)
            try await another
        }
    }

    @Test func `a client that disconnects while it waits gets no slot`() async throws {
        let slots = slots(most: 1)
        let held = try await slots.take(for: ana) {}
        let isThere = Mutex(true)
        let leaving = Task {
            try await slots.take(
                for: bo,
                isThere: { isThere.withLock(\.self) },
                cut: {}
            )
        }
        try await eventually("nobody waits") { slots.waitingCount == 1 }
        isThere.withLock { $0 = false }
        await #expect(throws: GatewayError.picturesExhausted) { _ = try await leaving.value }
        #expect(slots.waitingCount == 0)
        withExtendedLifetime(held) {}
    }

    @Test func `a slot is passed on once the cut client has released it`() async throws {
        let slots = slots(most: 1, grace: .zero)
        let cut = Count()
        var held: PictureSlot? = try await slots.take(for: ana) { cut.add() }
        held?.beginWaiting()
        async let next = slots.take(for: bo) { Issue.record("the newcomer is cut") }
        try await eventually("nobody is cut") { cut.value == 1 }
        #expect(slots.count == 1 && slots.waitingCount == 1)
        held = nil
        _ = try await next
        #expect(cut.value == 1)
    }

    @Test func `taking bytes restarts the wait for a client`() async throws {
        let crowd = Crowd(slots(most: 2, grace: .zero))
        for number in 0..<2 { try await crowd.add(number, from: ana) }
        // Taking bytes does not start a wait.
        crowd[0]?.took()
        crowd[1]?.beginWaiting()
        crowd[0]?.beginWaiting()
        crowd[1]?.took()
        try await crowd.add(2, from: bo)
        #expect(crowd.cut == [0])
    }

    @Test func `a client waited for briefly is not cut if a slot becomes free`() async throws {
        let slots = slots(most: 1)
        let cut = Count()
        var held: PictureSlot? = try await slots.take(for: ana) { cut.add() }
        held?.beginWaiting()
        async let next = slots.take(for: bo) { cut.add() }
        try await eventually("nobody waits") { slots.waitingCount == 1 }
        held = nil
        _ = try await next
        #expect(cut.value == 0)
    }

    @Test func `if no slot becomes free, the newcomer is served all the same`() async throws {
        let crowd = Crowd(slots(most: 2, newcomer: .milliseconds(10)))
        for number in 0..<2 { try await crowd.add(number, from: ana) }
        crowd[1]?.beginWaiting()
        try await crowd.add(2, from: bo)
        #expect(crowd.cut == [1])
    }

    @Test func `a client that is not waited for is not cut, however late it is`() async throws {
        let crowd = Crowd(slots(most: 2, newcomer: .nanoseconds(0), grace: .zero))
        for number in 0..<2 { try await crowd.add(number, from: ana) }
        crowd[0]?.beginWaiting()
        crowd[0]?.endWaiting()
        async let added: Void = crowd.add(2, from: bo)
        try await eventually("nobody waits") { crowd.slots.waitingCount == 1 }
        #expect(crowd.cut.isEmpty)
        crowd[1]?.beginWaiting()
        try await added
        #expect(crowd.cut == [1])
    }

    @Test func `the network with the fewest slots is next`() async throws {
        let slots = slots(most: 2)
        var held = [try await slots.take(for: ana) {}, try await slots.take(for: ana) {}]
        let order = Noted()
        try await withThrowingTaskGroup(of: PictureSlot.self) { group in
            for (number, client) in [ana, ana, bo].enumerated() {
                group.addTask {
                    let slot = try await slots.take(for: client) {}
                    order.add(number)
                    return slot
                }
                try await eventually("nobody waits") { slots.waitingCount == number + 1 }
            }
            held.removeLast()
            let first = try await group.next()
            #expect(order.numbers == [2])
            held = []
            let second = try await group.next()
            #expect(order.numbers == [2, 0])
            withExtendedLifetime(first) { #expect(slots.count == 2) }
            withExtendedLifetime(second) {}
        }
    }

    @Test func `two hundred clients that read nothing leave slots to others`() async throws {
        let crowd = Crowd(slots(grace: .zero))
        for number in 0..<200 {
            try await crowd.add(number, from: IPAddress("198.51.100.\(number / 10)"))
            crowd[number]?.beginWaiting()
            #expect(crowd.slots.count <= 96)
        }
        #expect(crowd.cut.count == 104)
        try await crowd.add(200, from: bo)
        #expect(crowd.slots.count == 96 && crowd.cut.count == 105 && crowd[200] != nil)
    }
}

/// Clients with slots, each of which disconnects at once when it is cut.
private final class Crowd: Sendable {
    let slots: PictureSlots
    private let held = Mutex<[Int: PictureSlot]>([:])
    private let noted = Noted()

    init(_ slots: PictureSlots) {
        self.slots = slots
    }

    /// Those that were cut, in that order.
    var cut: [Int] { noted.numbers }

    subscript(number: Int) -> PictureSlot? { held.withLock { $0[number] } }

    func leave(_ number: Int) {
        _ = held.withLock { $0.removeValue(forKey: number) }
    }

    func leaveAll() {
        held.withLock { $0.removeAll() }
    }

    func add(_ number: Int, from client: IPAddress?) async throws {
        let slot = try await slots.take(for: client) { [self] in
            noted.add(number)
            leave(number)
        }
        held.withLock { $0[number] = slot }
    }
}

/// Numbers in the order in which they were added.
private final class Noted: Sendable {
    private let noted = Mutex<[Int]>([])

    var numbers: [Int] { noted.withLock(\.self) }

    func add(_ number: Int) { noted.withLock { $0.append(number) } }
}
