import NIOCore
import TestKit
import Testing
import Wire

/// `protocol/frames`: what travels, byte by byte. One file for each kind of frame and for each
/// call.
@Suite struct FramesTests {
    @Test func `every kind of frame has its specimen`() throws {
        let specimens = try Specimens.all()
        #expect(Set(specimens.map(\.frame.kind)) == Set(FrameKind.allCases))
        for specimen in specimens {
            var text = HexText(specimen.remark)
            text.add(specimen.frame, specimen.fields)
            try expectGolden(text.text, matches: "protocol/frames/\(specimen.name).hex")
            #expect(try frames(HexText.bytes(text.text)) == [specimen.frame])
        }
    }

    @Test(arguments: Interface.calls.map { $0.name })
    func `every call travels as it did`(name: String) throws {
        let call = try #require(Interface.calls.first { $0.name == name })
        try expectGolden(try text(of: call), matches: "protocol/frames/\(name).hex")
    }

    @Test(arguments: Interface.calls.map { $0.name })
    func `what is written down is read back as the same values`(name: String) throws {
        let call = try #require(Interface.calls.first { $0.name == name })
        let bytes = try HexText.bytes(try GoldenFile.text("frames/\(name).hex"))
        try expectReadable(frames(bytes), call)
    }

    @Test func `no file is left of what is gone`() throws {
        let present = Set(try Specimens.all().map(\.name) + Interface.calls.map { $0.name })
        for name in GoldenFile.names(in: "frames") where !present.contains("\(name.dropLast(4))") {
            if GoldenFile.isRecording {
                try GoldenFile.remove("frames/\(name)")
            } else {
                Issue.record("protocol/frames/\(name) belongs to nothing")
            }
        }
    }

    private func text<C: Call>(of call: C.Type) throws -> String {
        let sampler = Sampler()
        var text = HexText("\(C.name) is asked, with every field that it has.")
        text.add(try Specimens.frame(of: sampler.sample(C.self), id: 1))
        if let stream = call as? any StreamCall.Type { try add(stream, sampler, to: &text) }
        text.remark("Its reply.")
        let reply = try sampler.sample(C.Reply.self)
        text.add(Frame(.reply, id: 1, body: try WireEncoder().encode(reply)))
        return text.text
    }

    private func add<C: StreamCall>(
        _ call: C.Type,
        _ sampler: Sampler,
        to text: inout HexText
    ) throws {
        if let item = try item(C.Up.self, sampler) {
            text.remark("An item from the client, and the end of them.")
            text.add(item, C.Up.self == ByteBuffer.self ? [(3, "the item")] : nil)
            text.add(Frame(.end, id: 1))
        }
        if let item = try item(C.Down.self, sampler) {
            text.remark("An item from the server.")
            text.add(item, C.Down.self == ByteBuffer.self ? [(3, "the item")] : nil)
        }
    }

    /// `nil` for a direction in which nothing flows.
    private func item<Item: StreamItem>(_ type: Item.Type, _ sampler: Sampler) throws -> Frame? {
        guard type != Nothing.self, let type = type as? any (StreamItem & Decodable).Type else {
            return nil
        }
        return Frame(.item, id: 1, body: try sampler.sample(type).streamed())
    }

    /// Cuts bytes into frames as a peer does.
    private func frames(_ bytes: ByteBuffer) throws -> [Frame] {
        var decoder = FrameDecoder(limit: Limits.frameBytesMax)
        decoder.append(bytes)
        var frames: [Frame] = []
        while let frame = try decoder.next() { frames.append(frame) }
        #expect(decoder.waitingBytes == 0)
        return frames
    }

    private func expectReadable<C: Call>(_ frames: [Frame], _ call: C.Type) throws {
        let asked = try #require(frames.first)
        #expect(asked.kind == .call)
        #expect(asked.number == C.id)
        try expectSame(C.self, asked.body)
        let reply = try #require(frames.last)
        #expect(reply.kind == .reply)
        try expectSame(C.Reply.self, reply.body)
        let kinds = frames.dropFirst().dropLast().map(\.kind)
        #expect(kinds.isEmpty == !(call is any StreamCall.Type))
        #expect(kinds.allSatisfy { $0 == .item || $0 == .end })
    }

    /// A value that is read and written again has the same bytes.
    private func expectSame<Value: Codable>(_ type: Value.Type, _ bytes: ByteBuffer) throws {
        let value = try WireDecoder().decode(Value.self, from: bytes)
        #expect(try WireEncoder().encode(value) == bytes)
    }
}
