import FoundationEssentials
import NIOCore
import Testing
import Values
import Wire

#if canImport(Glibc)
import Glibc
#endif

/// What a message claims costs nothing: the readers' memory follows what has arrived.
///
/// Measured in a separate process, in which nothing else allocates, by the allocator's own count of
/// its peak memory from the system.
@Suite struct MemoryTests {
    @Test func `a kilobyte that claims more reserves no more than a kilobyte needs`() async {
        await #expect(processExitsWith: .success) {
            let heap = try Heap()
            // Lets everything that is created once, such as type metadata, be created first.
            _ = Lie.accepted(of: Lie.all.prefix(3), by: Lie.readers)
            let before = heap.fill()
            #expect(Lie.accepted(of: Lie.all[...], by: Lie.readers) == 0)
            let grown = heap.mostBytes - before
            #expect(grown <= 256 * 1_024, "\(grown) bytes for messages of a kilobyte")
            // The same measurement notices a megabyte that is freed at once.
            heap.takeAndGiveBack(1 << 20)
            #expect(heap.mostBytes - before >= 1 << 19)
        }
    }

    @Test func `a frame of the handshake reserves no more than its limit`() async {
        await #expect(processExitsWith: .success) {
            let heap = try Heap()
            let before = heap.fill()
            for length in [513, 1 << 16, 1 << 20, 1 << 31, UInt32.max] {
                var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
                decoder.append(ByteBuffer(integer: length))
                let error = #expect(throws: FrameError.self) { try decoder.next() }
                #expect(error == .tooLong(Int(length), limit: Limits.openingFrameBytesMax))
            }
            let grown = heap.mostBytes - before
            #expect(grown <= 256 * 1_024, "\(grown) bytes for lengths alone")
        }
    }
}

/// The allocator of this process, in a state where its peak shows every further byte.
private struct Heap {
    private typealias Option = @convention(c) (Int32, Int32) -> Int32
    private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

    private let report: Report

    /// Makes the allocator use only its heap, and request no more than is needed.
    init() throws {
        let option = unsafeBitCast(try #require(dlsym(nil, "mallopt")), to: Option.self)
        report = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: Report.self)
        // M_MMAP_MAX, M_TOP_PAD: glibc's malloc.h is not among the modules that Swift imports.
        try #require(option(-4, 0) == 1 && option(-2, 0) == 1)
    }

    /// The peak memory that the allocator had from the system.
    var mostBytes: Int {
        var text: UnsafeMutablePointer<CChar>?
        var size = 0
        guard let file = open_memstream(&text, &size) else { return 0 }
        _ = report(0, file)
        fclose(file)
        defer { free(text) }
        // The last such line is the sum over all arenas.
        let mark = "<system type=\"max\" size=\""
        let lines = text.map { String(cString: $0) }?.split(separator: "\n") ?? []
        let line = lines.last { $0.hasPrefix(mark) }
        return line.flatMap { Int($0.dropFirst(mark.count).prefix { $0.isNumber }) } ?? 0
    }

    /// Allocates and keeps what is free below the peak. Returns the peak.
    func fill() -> Int {
        for size in [1 << 20, 1 << 16, 1 << 14] {
            let before = mostBytes
            while mostBytes == before { _ = UnsafeMutableRawPointer.allocate(size) }
        }
        return mostBytes
    }

    func takeAndGiveBack(_ count: Int) {
        UnsafeMutableRawPointer.allocate(count).deallocate()
    }
}

extension UnsafeMutableRawPointer {
    fileprivate static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        allocate(byteCount: count, alignment: 16)
    }
}

/// Messages of at most a kilobyte that claim more than they contain.
private enum Lie {
    /// Bytes, text, an array and a map, whose length follows in eight bytes.
    private static let heads: [UInt8] = [0x5B, 0x7B, 0x9B, 0xBB]
    private static let claims: [UInt64] = [
        1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 32, 1 << 40, 1 << 62, 1 << 63, .max,
    ]

    static let all: [ByteBuffer] = heads.flatMap { head in
        claims.flatMap { claim in around(claimed(head, claim)) }
    }

    private static func claimed(_ head: UInt8, _ claim: UInt64) -> [UInt8] {
        var bytes = [head]
        withUnsafeBytes(of: claim.bigEndian) { bytes.append(contentsOf: $0) }
        // Some of the claimed content exists: texts of one letter, each a key or a value.
        while bytes.count < 900 { bytes += [0x61, 0x61 + UInt8(bytes.count % 26)] }
        return bytes
    }

    /// The lie alone, in an array, in nested arrays, as the value of a key, as a key, and in each
    /// of the tags.
    private static func around(_ lie: [UInt8]) -> [ByteBuffer] {
        let tags: [[UInt8]] = [[0xD8, 37], [0xC4], [0xD9, 0xC7, 0x01], [0xD9, 0xC7, 0x02]]
        let fronts: [[UInt8]] =
            [
                [], [0x81], [UInt8](repeating: 0x81, count: 30), [0x9A, 0x00, 0x00, 0xFF, 0xFF],
                [0xA1, 0x64] + Array("list".utf8), [0xA1],
                [0xA1, 0x65] + Array("items".utf8) + [0x81],
            ] + tags
        return fronts.map { ByteBuffer(bytes: $0 + lie) }
    }

    typealias Reader = @Sendable (ByteBuffer) throws -> Void

    static let readers: [Reader] =
        [
            reader([Int].self), reader([String].self), reader([[String]].self),
            reader(String.self), reader(ByteBuffer.self), reader([UInt8].self),
            reader([String: Int].self), reader([String: [String]].self), reader(Listed.self),
            reader(Page<Listed>.self), reader(UUID.self), reader(Amount.self),
            reader(Instant.self), reader(MediaReference.self), reader(Fault.self),
        ] + [
            { body in
                var json = ByteBuffer()
                try JSONTranscoder { _, output in output.writeString("x") }
                    .transcode(body, into: &json)
            }
        ]

    private static func reader<T: Decodable & SendableMetatype>(_ type: T.Type) -> Reader {
        { body in _ = try WireDecoder().decode(type, from: body) }
    }

    private struct Listed: Codable, Sendable {
        var list: [String]?
        var items: [String]?
    }

    /// The number of messages that are read as if they were complete.
    static func accepted(of lies: ArraySlice<ByteBuffer>, by readers: [Reader]) -> Int {
        var accepted = 0
        for lie in lies {
            for read in readers where (try? read(lie)) != nil { accepted += 1 }
        }
        return accepted
    }
}
