import ChallengesAPI
import IdentityAPI
import NIOCore
import ScoringAPI
import TestBasics
import TestKit
import Testing

@testable import Wire

/// Types that write and read their fields themselves travel as if they did not: whoever adds a
/// field to one, and not to its `+HandCoded.swift`, is told here.
@Suite struct HandCodedTests {
    /// All of them.
    private let types: [any HandCoded.Type] = [
        Account.self, Assignment.self, Attempt.self, AttemptMedia.self, ChallengeSummary.self,
        Page<Assignment>.self, Page<Person>.self, Page<Standing>.self,
        Person.self, Photo.self, Standing.self, SubmitAssignment.self,
    ]

    @Test func `by hand and by Codable, the bytes and the refusals are the same`() throws {
        for type in types { try check(type) }
    }

    private func check<T: HandCoded>(_ type: T.Type) throws {
        let sample = try Sampler().sample(type)
        let whole = try same(sample)
        let again = try WireDecoder().decode(type, from: whole)
        #expect(try WireEncoder().encode(again) == whole)
        // The sample has every field, and all of it is read by hand.
        try whole.withUnsafeReadableBytes { bytes in
            var reader = FieldReader(Input(bytes), at: 0)
            _ = try T(from: &reader)
            #expect(reader.position == bytes.count)
        }
        var dice = Dice(seed: 1)
        let entries = whole.entries
        for _ in 0..<300 {
            // Some fields are not there, or elsewhere.
            var some = entries.filter { _ in Bool.random(using: &dice) || Bool.random(using: &dice)
            }
            if Bool.random(using: &dice) { some.shuffle(using: &dice) }
            var map = ByteBuffer(bytes: head(some.count))
            some.forEach { map.writeBytes($0) }
            try judge(type, map)
            var bytes = Array(whole.readableBytesView)
            let index = Int.random(in: 0..<bytes.count, using: &dice)
            bytes[index] = UInt8(truncatingIfNeeded: dice.next())
            try judge(type, ByteBuffer(bytes: bytes))
        }
    }

    /// The head of a map with some entries, at most 255.
    private func head(_ count: Int) -> [UInt8] {
        count < 24 ? [0xA0 | UInt8(count)] : [0xB8, UInt8(count)]
    }

    /// Both ways read the same, and write it as the same, or refuse it in the same words.
    private func judge<T: HandCoded>(_ type: T.Type, _ bytes: ByteBuffer) throws {
        let byHand = Result { try WireDecoder().decode(type, from: bytes) }
        let alone = WireDecoder(usesCodableAlone: true)
        switch (byHand, Result { try alone.decode(type, from: bytes) }) {
        case (.success(let one), .success(let other)):
            #expect(try same(one) == same(other))
        case (.failure(let one), .failure(let other)):
            #expect(one as? WireDecodingError == other as? WireDecodingError)
        case (.success, .failure(let error)), (.failure(let error), .success):
            Issue.record(error, "one way alone refuses it")
        }
    }

    private func same(_ value: some HandCoded) throws -> ByteBuffer {
        let byHand = try WireEncoder().encode(value)
        #expect(try WireEncoder(usesCodableAlone: true).encode(value) == byHand)
        return byHand
    }
}

extension ByteBuffer {
    /// The entries of the map that the bytes are, each with its key.
    fileprivate var entries: [[UInt8]] {
        withUnsafeReadableBytes { bytes in
            let input = Input(bytes)
            var position = 0
            let count = Int(input.head(at: &position).argument)
            return (0..<count).map { _ in
                let start = position
                input.skip(2, at: &position)
                return Array(bytes[start..<position])
            }
        }
    }
}
