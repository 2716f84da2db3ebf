import Foundation
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing

@testable import Media
@testable import Wire

/// Feeds the corpus, and what a seed makes of it, without a fuzzer. `deploy/fuzz` looks for more.
struct CorpusTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Corpus")

    private static func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let directory = directory.appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map {
            ($0, Array(try Data(contentsOf: directory.appending(path: $0))))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `the corpus is read or refused, and so is every beginning of it`(
        target: FuzzTarget
    )
        throws
    {
        let corpus = try Self.corpus(target)
        #expect(corpus.count >= 8)
        for (name, bytes) in corpus {
            // A large one is cut at its beginning and its end, where its structure is.
            let cuts = Set(0...min(bytes.count, 300))
                .union((max(0, bytes.count - 100)...bytes.count))
            for count in cuts {
                expectNothing("\(name), \(count) bytes", target, Array(bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `so is what changes of the corpus make`(target: FuzzTarget) throws {
        let seed: UInt64 = 20_261_121
        let corpus = try Self.corpus(target)
        var dice = Dice(seed: seed)
        for (name, bytes) in corpus where !bytes.isEmpty {
            for round in 0..<Effort.scaled(200) {
                var changed = bytes
                for _ in 0...Int.random(in: 0...3, using: &dice) {
                    Self.change(&changed, with: corpus.map(\.bytes), &dice)
                }
                expectNothing("\(name), round \(round) of seed \(seed)", target, changed)
            }
        }
    }

    private func expectNothing(_ name: String, _ target: FuzzTarget, _ bytes: [UInt8]) {
        do throws(Finding) {
            try target.feed(bytes)
        } catch {
            let hex = bytes.map { String(format: "%02x", $0) }.joined()
            Issue.record("\(name): \(error)\n\(hex)")
        }
    }

    /// One change of the kind that damage, or a person, makes.
    private static func change(_ bytes: inout [UInt8], with others: [[UInt8]], _ dice: inout Dice) {
        guard let index = bytes.indices.randomElement(using: &dice) else { return }
        switch Int.random(in: 0..<7, using: &dice) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &dice)
        case 2:
            bytes[index] =
                [0, 0x17, 0x18, 0x1B, 0x7F, 0x80, 0xFF][Int.random(in: 0..<7, using: &dice)]
        case 3: bytes.remove(at: index)
        case 4: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: index)
        case 5: bytes.insert(contentsOf: bytes[index..<min(index + 8, bytes.count)], at: index)
        default:
            let other = others.randomElement(using: &dice) ?? []
            bytes.replaceSubrange(index..., with: other.dropFirst(min(index, other.count)))
        }
    }
}

/// The corpus has what is read to its end, not only what is refused at its first byte.
struct SeedTests {
    private func bytes(_ path: String) throws -> [UInt8] {
        let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        return Array(try Data(contentsOf: corpus.appending(path: path)))
    }

    @Test func `a value, a page, a fault and a context are read`() throws {
        func read<T: Codable>(_ type: T.Type, _ path: String) throws -> T? {
            try CoderFeed.settle(type, ByteBuffer(bytes: bytes(path)))
        }
        let value = try #require(try read(Anything.self, "coder/everything"))
        #expect(Mirror(reflecting: value).children.count == 23)
        for (name, field) in Mirror(reflecting: value).children {
            #expect(!Mirror(reflecting: field).children.isEmpty, "\(name ?? "") is absent")
        }
        #expect(try read(Page<Anything>.self, "coder/page")?.items.count == 2)
        #expect(try read(Fault.self, "coder/fault")?.kind == .stale)
        #expect(try read(ContextFields.self, "coder/context") != nil)
    }

    @Test func `a reply is written as JSON, and a call is read from it`() throws {
        var json = ByteBuffer()
        try TranscoderFeed.transcoder.transcode(
            ByteBuffer(bytes: bytes("transcoder/everything")),
            into: &json
        )
        #expect(String(buffer: json).contains("/original\""))
        let call = try JSONCallDecoder().decode(
            Anything.self,
            from: ByteBuffer(bytes: bytes("json/everything"))
        )
        #expect(call.child?.first?.child?.first?.number == 3)
    }

    @Test func `a connection's frames are read`() throws {
        func frames(_ path: String) throws -> [FrameKind] {
            var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
            decoder.append(ByteBuffer(bytes: try bytes(path).dropFirst()))
            var kinds: [FrameKind] = []
            while let frame = try decoder.next() { kinds.append(frame.kind) }
            return kinds
        }
        #expect(try frames("frame/opening") == [.hello, .welcome, .proof, .proof])
        #expect(Set(try frames("frame/talk")).count == 10)
    }

    @Test(arguments: [
        "png", "png-secrets", "png-palette", "png-animated", "jpeg", "jpeg-secrets",
        "jpeg-progressive", "webp-lossy", "webp-lossless", "webp-secrets", "webp-animated",
        "webp-alpha",
    ])
    func `a picture is read`(name: String) throws {
        let bytes = try bytes("image/\(name)")
        let plan = try ImagePlan(of: ImageBytes(count: bytes.count) { Array(bytes[$0]) })
        #expect(plan.bytes <= bytes.count)
        let isSecretive = name.hasSuffix("-secrets")
        #expect((plan.provenance != Provenance()) == isSecretive)
        #expect((plan.orientation != 1) == isSecretive)
    }
}
