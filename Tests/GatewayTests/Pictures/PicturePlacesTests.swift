import NIOCore
import Synchronization
import TestKit
import Testing
import Values

@testable import Gateway

/// Who gets a place among those who see pictures, who waits for one, and who is cut.
@Suite struct PicturePlacesTests {
    private let ana = IPAddress("192.0.2.1")
    private let bo = IPAddress("192.0.2.2")

    private func places(
        perNetwork: Int = 16,
        most: Int = 96,
        exempt: String? = nil,
        network: TimeAmount = .hours(1),
        any: TimeAmount = .hours(1),
        silence: TimeAmount = .hours(1)
    ) -> PicturePlaces {
        PicturePlaces(
            perNetwork: perNetwork,
            exempt: exempt.flatMap { Networks($0) }.map { [$0] } ?? [],
            patience: .init(network: network, any: any, silence: silence),
            most: { most }
        )
    }

    @Test func `the sixteenth place of a network is given, the seventeenth refused`()
        async throws
    {
        let places = places(network: .milliseconds(20))
        var held: [PicturePlace] = []
        for _ in 0..<16 { held.append(try await places.take(for: ana) {}) }
        await #expect(throws: GatewayError.picturesExhausted) {
            _ = try await places.take(for: ana) {}
        }
        // Another network has its own.
        held.append(try await places.take(for: bo) {})
        #expect(places.count == 17)
        held = []
        #expect(places.count == 0)
    }

    @Test func `of IPv6 a network of 64 bits has them together`() async throws {
        let places = places(perNetwork: 1, network: .milliseconds(20))
        let held = try await places.take(for: IPAddress("2001:db8::1")) {}
        await #expect(throws: GatewayError.picturesExhausted) {
            _ = try await places.take(for: IPAddress("2001:db8::2:2")) {}
        }
        let other = try await places.take(for: IPAddress("2001:db8:0:1::1")) {}
        withExtendedLifetime((held, other)) {}
    }

    @Test func `who waits for a place of its network gets the first that is free`() async throws {
        let places = places(perNetwork: 1)
        var held: PicturePlace? = try await places.take(for: ana) {}
        let order = Noted()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    let place = try await places.take(for: ana) {}
                    order.add(number)
                    withExtendedLifetime(place) {}
                }
                try await eventually("nobody waits") { places.waitingCount == number + 1 }
            }
            #expect(held != nil)
            held = nil
            try await group.waitForAll()
        }
        #expect(order.numbers == [0, 1, 2])
        #expect(places.count == 0 && places.waitingCount == 0)
    }

    @Test func `networks that are spared, and unknown ones, are not counted`() async throws {
        let places = places(perNetwork: 1, exempt: "192.0.2.0/24", network: .milliseconds(1))
        var held: [PicturePlace] = []
        for _ in 0..<40 { held.append(try await places.take(for: ana) {}) }
        for _ in 0..<40 { held.append(try await places.take(for: nil) {}) }
        #expect(places.count == 80)
    }

    @Test func `where all are taken, who has waited longest for its client is cut`() async throws {
        let places = places(most: 3, silence: .zero)
        let cut = Noted()
        var held: [PicturePlace] = []
        for number in 0..<3 {
            held.append(try await places.take(for: ana) { cut.add(number) })
        }
        held[1].beginWaiting()
        held[2].beginWaiting()
        held[0].beginWaiting()
        held[1].endWaiting()
        held[1].beginWaiting()
        for number in 3..<5 {
            held.append(try await places.take(for: bo) { cut.add(number) })
            #expect(places.count == 3)
        }
        #expect(cut.numbers == [2, 0])
        // Those who were cut go; what they give back is counted once.
        held.removeFirst(3)
        #expect(places.count == 2)
    }

    @Test func `nobody is cut who has not waited long, while a place becomes free`() async throws {
        let places = places(most: 1)
        let cut = Count()
        var held: PicturePlace? = try await places.take(for: ana) { cut.add() }
        held?.beginWaiting()
        async let next = places.take(for: bo) { cut.add() }
        try await eventually("nobody waits") { places.waitingCount == 1 }
        held = nil
        _ = try await next
        #expect(cut.value == 0)
    }

    @Test func `where none becomes free, the newcomer is served all the same`() async throws {
        let places = places(most: 2, any: .milliseconds(10))
        let cut = Noted()
        let first = try await places.take(for: ana) { cut.add(0) }
        let second = try await places.take(for: ana) { cut.add(1) }
        second.beginWaiting()
        let third = try await places.take(for: bo) { cut.add(2) }
        #expect(cut.numbers == [1])
        // Where nobody waits for its client, who began first goes.
        let fourth = try await places.take(for: bo) { cut.add(3) }
        #expect(cut.numbers == [1, 0])
        withExtendedLifetime([first, second, third, fourth]) { #expect(places.count == 2) }
    }

    @Test func `two hundred who read nothing leave a place to everybody`() async throws {
        let places = places(silence: .zero)
        let cut = Count()
        var held: [PicturePlace] = []
        for number in 0..<200 {
            let network = IPAddress("198.51.100.\(number / 10)")
            let place = try await places.take(for: network) { cut.add() }
            place.beginWaiting()
            held.append(place)
            #expect(places.count <= 96)
        }
        #expect(cut.value == 104)
        let honest = try await places.take(for: bo) { Issue.record("an honest one is cut") }
        #expect(places.count == 96 && cut.value == 105)
        withExtendedLifetime((honest, held)) {}
    }
}

/// Numbers in the order in which they were noted.
private final class Noted: Sendable {
    private let noted = Mutex<[Int]>([])

    var numbers: [Int] { noted.withLock(\.self) }

    func add(_ number: Int) { noted.withLock { $0.append(number) } }
}
