import NIOCore
import Testing
import Values
import Wire

/// The stored reply to a repeated write, as it is sent.
@Suite struct RepeatedReplyTests {
    private let reply = ByteBuffer(bytes: [0xA1, 0x61, 0x61, 0x01])

    @Test(
        arguments: [
            -62_135_596_800_000_000, -1, 0, 23, 24, 255, 256, 65_536, 4_294_967_296,
            1_767_323_045_678_901, 253_402_300_799_999_999,
        ] as [Int64]
    )
    func `it is read back as it was written`(microseconds: Int64) throws {
        let sent = RepeatedReply(reply, firstGiven: Instant(microseconds: microseconds))
        let got = try #require(RepeatedReply(encoded: sent.encoded()))
        #expect(got == sent)
    }

    @Test func `it is one item of CBOR, whose content others can read`() throws {
        let sent = RepeatedReply(reply, firstGiven: Instant(microseconds: 1_000_000))
        var json = ByteBuffer()
        try JSONTranscoder { _, _ in }.transcode(sent.encoded(), into: &json)
        #expect(String(buffer: json) == #"["1970-01-01T00:00:01Z",{"a":1}]"#)
    }

    @Test func `an ordinary reply and a truncated one are not repeated replies`() throws {
        let whole = try RepeatedReply(reply, firstGiven: Instant(microseconds: .max / 200))
            .encoded()
        #expect(RepeatedReply(encoded: reply) == nil)
        #expect(RepeatedReply(encoded: ByteBuffer()) == nil)
        for length in 0..<(whole.readableBytes - reply.readableBytes) {
            let part = try #require(whole.getSlice(at: 0, length: length))
            #expect(RepeatedReply(encoded: part) == nil)
        }
        for index in 0..<7 {
            var other = whole
            other.setInteger(0xFF as UInt8, at: index)
            #expect(RepeatedReply(encoded: other) == nil)
        }
    }
}
