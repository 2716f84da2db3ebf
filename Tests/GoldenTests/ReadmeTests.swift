import Crypto
import NIOCore
import Testing
import Values
import Wire

@testable import Transport

/// Checks what can be checked of `protocol/README.md`, from which people write clients.
@Suite struct ReadmeTests {
    private let text: String

    init() throws {
        text = try GoldenFile.text("README.md")
    }

    /// The fenced examples, by the name after their fence.
    private var examples: [(name: String, text: Substring)] {
        text.matches(of: /```hex ([a-z\-]+)\n((?:.|\n)*?)```/).map { (String($0.1), $0.2) }
    }

    @Test func `the examples are the bytes on the wire`() throws {
        let specimens = try Specimens.all()
        #expect(examples.map(\.name).sorted() == specimens.map(\.name).sorted())
        for specimen in specimens {
            let example = try #require(examples.first { $0.name == specimen.name })
            #expect(try HexText.bytes(example.text) == specimen.frame.bytes, "\(specimen.name)")
        }
    }

    @Test func `the derived key and the hashes match the examples`() throws {
        let key = try ClusterKeys(text: Specimens.keyFile).derived("handshake")[0]
        #expect(tells("`\(hex(key.withUnsafeBytes { Array($0) }))`"))
        let frames = try Specimens.all().prefix(4).map { Array(buffer: $0.frame.bytes) }
        for (count, role) in [(3, "client"), (4, "server")] {
            let hashed = Array(frames.prefix(count).joined().dropLast(32))
            let digest = Array(SHA256.hash(data: hashed))
            #expect(tells("`\(hex(digest))`"), "\(role)")
            let mac = HMAC<SHA256>.authenticationCode(for: Array(role.utf8) + digest, using: key)
            #expect(Array(mac) == frames[count - 1].suffix(32))
        }
    }

    @Test func `every kind of frame is in the table with its number`() {
        for kind in FrameKind.allCases {
            #expect(tells("\n| \(kind.rawValue) | \(kind) | "), "\(kind)")
        }
    }

    @Test func `every kind of fault and every fault of the protocol is explained`() {
        for kind in Fault.Kind.allCases {
            #expect(tells("\n| `\(kind)` | "), "\(kind)")
        }
        for error in WireError.allCases {
            #expect(tells("`\(error.rawValue)`"), "\(error)")
        }
    }

    @Test(arguments: [
        Limits.openingFrameBytesMax, Limits.frameBytesMax, Limits.itemBytesMax,
        Limits.contextBytesMax, Limits.itemsMax, Limits.stringBytesMax, Limits.callsMax,
        Limits.streamsMax, Limits.streamCreditBytes, Limits.connectionCreditBytes,
        Limits.unreadBytesMax, Limits.unauthenticatedPeersMax, Limits.depthMax,
    ])
    func `every limit is listed`(limit: Int) {
        #expect(tells(grouped(limit)))
    }

    @Test func `the values of the examples match the encoder`() throws {
        let sampler = Sampler()
        for value in try [
            hex(WireEncoder().encode(sampler.sample(Instant.self))),
            hex(WireEncoder().encode(sampler.sample(Amount.self))),
            hex(WireEncoder().encode(sampler.sample(MediaReference.self))),
        ] {
            let isTold = text.replacing(/[` \n]/, with: "").contains(value)
            #expect(isTold, "\(value)")
        }
    }

    /// Whether the page contains the words; a failure shows them, not the page.
    private func tells(_ words: String) -> Bool {
        text.contains(words)
    }

    private func hex(_ bytes: ByteBuffer) -> String {
        hex(Array(buffer: bytes))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// `1,048,576`.
    private func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { index, digit in
            let isStart = index > 0 && (digits.count - index) % 3 == 0
            return (isStart ? "," : "") + String(digit)
        }.joined()
    }
}
