import NIOCore
import TestBasics
import Testing

@testable import Wire

@Suite struct FrameTests {
    /// One frame of each kind.
    static let frames: [Frame] = [
        Hello(versions: .spoken, nonce: [UInt8](0..<32)).frame,
        Welcome(versions: VersionRange(1...3), chosen: 2, nonce: [UInt8](32..<64)).frame,
        ClientProof(
            name: "gateway",
            service: "identity",
            build: "1.2.3",
            keyID: "k1",
            mac: [UInt8](repeating: 9, count: 32)
        ).frame,
        ServerProof(
            service: "identity",
            build: "1.2.3",
            limits: .standard,
            mac: [UInt8](repeating: 8, count: 32)
        ).frame,
        Frame(
            .call,
            id: 7,
            number: 0x0201,
            context: ByteBuffer(string: "context"),
            body: ByteBuffer(string: "body")
        ),
        Frame(.call, id: 8, flags: .stream, number: 0x0301),
        Frame(.reply, id: 7, body: ByteBuffer(string: "reply")),
        Frame(.fault, id: 7, flags: .notBegun, body: ByteBuffer(string: "fault")),
        Frame(.item, id: 8, body: ByteBuffer(repeating: 1, count: Limits.itemBytesMax)),
        Frame(.item, id: 8),
        Frame(.end, id: 8),
        .credit(131_072, id: 8),
        .credit(4_194_304, id: 0),
        Frame(.cancel, id: Frame.callIDMax),
        Frame(.ping, id: .max),
        Frame(.pong, id: 0),
        Frame(.drain),
    ]

    @Test(arguments: frames)
    func `a frame round-trips`(frame: Frame) throws {
        var decoder = FrameDecoder(limit: Limits.frameBytesMax)
        decoder.append(frame.bytes)
        #expect(try decoder.next() == frame)
        #expect(try decoder.next() == nil)
    }

    @Test func `every kind has a frame here`() {
        #expect(Set(Self.frames.map(\.kind)) == Set(FrameKind.allCases))
    }

    @Test func `the layout is the documented one`() {
        let frame = Frame(
            .call,
            id: 0x0102_0304,
            flags: .stream,
            number: 0x0506,
            context: ByteBuffer(bytes: [0xA0]),
            body: ByteBuffer(bytes: [0xB0, 0xB1])
        )
        let bytes: [UInt8] = [
            0, 0, 0, 13, 4, 1, 1, 2, 3, 4, 5, 6, 0, 1, 0xA0, 0xB0, 0xB1,
        ]
        #expect(Array(buffer: frame.bytes) == bytes)
    }

    @Test func `frames are whole however their bytes are split`() throws {
        let short = Self.frames.filter { $0.length < 1_000 }
        let bytes = short.reduce(into: ByteBuffer()) { $1.write(into: &$0) }
        for cut in 0...bytes.readableBytes {
            var decoder = FrameDecoder(limit: Limits.frameBytesMax)
            var rest = bytes
            var read: [Frame] = []
            let first = rest.readSlice(length: cut)
            decoder.append(try #require(first))
            while let frame = try decoder.next() { read.append(frame) }
            decoder.append(rest)
            while let frame = try decoder.next() { read.append(frame) }
            #expect(read == short)
        }
    }

    @Test func `frames are whole when they arrive byte by byte`() throws {
        let short = Self.frames.filter { $0.length < 1_000 }
        var bytes = short.reduce(into: ByteBuffer()) { $1.write(into: &$0) }
        var decoder = FrameDecoder(limit: Limits.frameBytesMax)
        var read: [Frame] = []
        while let byte = bytes.readSlice(length: 1) {
            decoder.append(byte)
            while let frame = try decoder.next() { read.append(frame) }
        }
        #expect(read == short)
        #expect(decoder.waitingBytes == 0)
    }

    @Test func `a stream whose segments never end with a frame takes bounded memory`() throws {
        let frame = Frame(.item, id: 8, body: ByteBuffer(repeating: 1, count: 8_000))
        let limit = 8_192
        // One byte of the next frame; its length and one more byte; all of it but one byte.
        for ahead in [1, 5, frame.bytes.readableBytes - 1] {
            var decoder = FrameDecoder(limit: limit)
            var rest = frame.bytes
            let first = rest.readSlice(length: ahead)
            decoder.append(try #require(first))
            rest.writeImmutableBuffer(frame.bytes.getSlice(at: 0, length: ahead) ?? ByteBuffer())
            var (read, highest) = (0, 0)
            for _ in 0..<2_000 {
                #expect(try decoder.next() == nil)
                decoder.append(rest)
                highest = max(highest, decoder.capacity)
                while try decoder.next() != nil { read += 1 }
            }
            #expect(read == 2_000)
            #expect(decoder.waitingBytes == ahead)
            #expect(highest <= 4 * limit)
        }
    }

    @Test(arguments: [Limits.openingFrameBytesMax, Limits.frameBytesMax])
    func `a frame of the limit passes and one byte more is refused`(limit: Int) throws {
        let body = limit - 6
        var decoder = FrameDecoder(limit: limit)
        decoder.append(Frame(.reply, id: 1, body: ByteBuffer(repeating: 0, count: body)).bytes)
        #expect(try decoder.next()?.length == limit)
        decoder.append(Frame(.reply, id: 1, body: ByteBuffer(repeating: 0, count: body + 1)).bytes)
        #expect(throws: FrameError.tooLong(limit + 1, limit: limit)) { try decoder.next() }
    }

    @Test func `a length is refused before any of its bytes arrive`() {
        var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
        decoder.append(ByteBuffer(integer: UInt32.max))
        #expect(throws: FrameError.tooLong(Int(UInt32.max), limit: 512)) { try decoder.next() }
    }

    @Test(
        arguments: [
            ([0, 0, 0, 5, 7, 0, 0, 0, 1], FrameError.truncated),
            ([0, 0, 0, 6, 0, 0, 0, 0, 0, 1], .unknownKind(0)),
            ([0, 0, 0, 6, 14, 0, 0, 0, 0, 1], .unknownKind(14)),
            ([0, 0, 0, 6, 5, 1, 0, 0, 0, 1], .unknownFlags(1)),
            ([0, 0, 0, 6, 5, 0, 0, 0, 0, 0], .idOutOfRange(0)),
            ([0, 0, 0, 6, 5, 0, 0x80, 0, 0, 0], .idOutOfRange(0x8000_0000)),
            ([0, 0, 0, 9, 4, 0, 0, 0, 0, 1, 2, 1, 0], .truncated),
            ([0, 0, 0, 10, 4, 0, 0, 0, 0, 1, 2, 1, 0, 1], .truncated),
            ([0, 0, 0, 7, 8, 0, 0, 0, 0, 1, 0], .wrongBody(.end, 1)),
            ([0, 0, 0, 9, 9, 0, 0, 0, 0, 1, 0, 0, 1], .wrongBody(.credit, 3)),
        ] as [([UInt8], FrameError)]
    )
    func `bytes that are not a frame are refused`(bytes: [UInt8], error: FrameError) {
        var decoder = FrameDecoder(limit: Limits.frameBytesMax)
        decoder.append(ByteBuffer(bytes: bytes))
        #expect(throws: error) { try decoder.next() }
    }

    @Test func `an item or a context one byte too long is refused`() {
        var decoder = FrameDecoder(limit: Limits.frameBytesMax)
        let item = ByteBuffer(repeating: 0, count: Limits.itemBytesMax + 1)
        decoder.append(Frame(.item, id: 1, body: item).bytes)
        #expect(throws: FrameError.wrongBody(.item, Limits.itemBytesMax + 1)) {
            try decoder.next()
        }
        decoder = FrameDecoder(limit: Limits.frameBytesMax)
        let context = ByteBuffer(repeating: 0, count: Limits.contextBytesMax + 1)
        decoder.append(Frame(.call, id: 1, number: 1, context: context).bytes)
        #expect(throws: FrameError.contextTooLong(Limits.contextBytesMax + 1)) {
            try decoder.next()
        }
    }

    @Test func `garbage never traps and never keeps more than a frame`() {
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var decoder = FrameDecoder(limit: 4_096)
            do throws(FrameError) {
                for _ in 0..<20 {
                    decoder.append(dice.mutated(Self.frames.filter { $0.length < 1_000 }))
                    while try decoder.next() != nil {}
                    #expect(decoder.waitingBytes < 4_096 + 4)
                }
            } catch {
                continue
            }
        }
    }

    @Test func `handshake frames from garbage never trap`() {
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let count = Int.random(in: 0...200, using: &dice)
            let body = ByteBuffer(
                bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
            )
            #expect(throws: FrameError.self) { try Hello(Frame(.hello, body: body)) }
            _ = try? Welcome(Frame(.welcome, body: body))
            _ = try? ClientProof(Frame(.proof, body: body))
            _ = try? ServerProof(Frame(.proof, body: body))
        }
    }

    @Test func `a handshake frame with a byte too few or too many is refused`() throws {
        for frame in Self.frames.prefix(4) {
            for change in [-1, 1] {
                var changed = frame
                var body = Array(buffer: frame.body)
                if change < 0 { body.removeLast() } else { body.append(0) }
                changed.body = ByteBuffer(bytes: body)
                switch frame.kind {
                case .hello: #expect(throws: FrameError.malformedOpening) { try Hello(changed) }
                case .welcome: #expect(throws: FrameError.malformedOpening) { try Welcome(changed) }
                default:
                    #expect(throws: FrameError.malformedOpening) { try ClientProof(changed) }
                    #expect(throws: FrameError.malformedOpening) { try ServerProof(changed) }
                }
            }
        }
    }

    @Test(
        arguments: [
            (1...1, 1...1, 1), (1...3, 2...5, 3), (2...5, 1...3, 3), (1...2, 3...4, nil),
        ] as [(ClosedRange<UInt16>, ClosedRange<UInt16>, UInt16?)]
    )
    func `the highest common version is chosen`(
        one: ClosedRange<UInt16>,
        other: ClosedRange<UInt16>,
        common: UInt16?
    ) {
        #expect(VersionRange(one).highestCommon(with: VersionRange(other)) == common)
    }
}

extension Dice {
    /// A frame with a few of its bytes changed, or random bytes.
    fileprivate mutating func mutated(_ frames: [Frame]) -> ByteBuffer {
        var bytes = frames.randomElement(using: &self).map { Array(buffer: $0.bytes) } ?? []
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            let index = Int.random(in: 0..<bytes.count, using: &self)
            bytes[index] = UInt8.random(in: 0...255, using: &self)
        }
        if Bool.random(using: &self) { bytes.removeLast(Int.random(in: 0...3, using: &self)) }
        return ByteBuffer(bytes: bytes)
    }
}
