import NIOCore
import Testing

@testable import Gateway

/// Bodies compressed whole.
struct GzipTests {
    @Test(arguments: [CInt(1), Gzip.level, 9])
    func `what was compressed is what comes out`(level: CInt) throws {
        for count in [64, 1_024, 65_536, 900_000] {
            let text = (0..<count / 8).map { "\($0 % 997 + 1_000_000) " }.joined()
            let body = ByteBuffer(string: text)
            let compressed = try #require(Gzip.compressed(body, level: level))
            #expect(compressed.readableBytes < body.readableBytes)
            #expect(try compressed.gunzipped() == body)
        }
    }

    @Test func `a part of a buffer is compressed alone`() throws {
        var body = ByteBuffer(string: "before" + String(repeating: "ab", count: 500) + "after")
        body.moveReaderIndex(forwardBy: 6)
        body.moveWriterIndex(to: body.writerIndex - 5)
        let compressed = try #require(Gzip.compressed(body))
        #expect(try String(buffer: compressed.gunzipped()) == String(repeating: "ab", count: 500))
    }

    @Test func `what would not be shorter stays as it is`() {
        #expect(Gzip.compressed(ByteBuffer()) == nil)
        #expect(Gzip.compressed(ByteBuffer(string: "{}")) == nil)
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(Gzip.compressed(ByteBuffer(bytes: noise)) == nil)
    }
}
