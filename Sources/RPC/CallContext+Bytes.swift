import FoundationEssentials
import Identifiers
public import NIOCore
public import Wire

// Every call carries a context, so its coding is written by hand. `ContextFields` defines the
// bytes; tests compare the two.

extension CallContext {
    /// Encodes the context as `ContextFields` would.
    ///
    /// - now: The time from which the remaining time is counted.
    /// - Returns: A CBOR map. The sender checks that it fits a frame.
    public func encoded(now: ContinuousClock.Instant = .now) -> ByteBuffer {
        let textBytes =
            (clientAddress?.utf8.count ?? 0) + (userAgent?.utf8.count ?? 0)
            + (idempotencyKey?.utf8.count ?? 0)
        let bytesMax = 256 + textBytes
        var buffer = ByteBufferAllocator().buffer(capacity: bytesMax)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: bytesMax) { memory in
            var output = ContextOutput(memory)
            write(to: &output, now: now)
            return output.count
        }
        return buffer
    }

    private func write(to output: inout ContextOutput, now: ContinuousClock.Instant) {
        output.beginMap()
        if let deadline {
            output.key("remainingMilliseconds")
            output.number(UInt64(ContextFields.milliseconds(until: deadline, from: now)))
        }
        output.key("traceparent")
        output.trace(trace)
        if let user {
            output.key("user")
            output.uuid(user.uuid)
        }
        if let session {
            output.key("session")
            output.uuid(session.uuid)
        }
        if isModerator {
            output.key("isModerator")
            output.yes()
        }
        if let clientAddress {
            output.key("clientAddress")
            output.text(clientAddress)
        }
        if let userAgent {
            output.key("userAgent")
            output.text(userAgent)
        }
        if let idempotencyKey {
            output.key("idempotencyKey")
            output.text(idempotencyKey)
        }
        if marksRepeats {
            output.key("marksRepeats")
            output.yes()
        }
        if priority != .normal {
            output.key("priority")
            output.number(UInt64(priority.rawValue))
        }
    }

    /// Decodes a received context.
    ///
    /// Decodes directly what this release writes; anything else that the wire allows, such as other
    /// keys or another order, goes through `WireDecoder`.
    ///
    /// - Parameters:
    ///   - bytes: A CBOR map of at most `Limits.contextBytesMax`.
    ///   - peer: The authenticated name of the calling process.
    ///   - now: The time at which the call arrived.
    /// - Throws: An error if the bytes are malformed.
    public init(
        encoded bytes: ByteBuffer,
        from peer: ServiceName,
        now: ContinuousClock.Instant = .now
    ) throws(WireDecodingError) {
        let read = bytes.withUnsafeReadableBytes { memory -> CallContext? in
            var input = ContextInput(memory)
            return CallContext(&input, from: peer, now: now)
        }
        if let read {
            self = read
        } else {
            let fields = try WireDecoder().decode(ContextFields.self, from: bytes)
            self = fields.context(from: peer, now: now)
        }
        beginAnswering()
    }

    /// Returns `nil` unless the bytes are exactly what `write` produces for some context.
    private init?(
        _ input: inout ContextInput,
        from peer: ServiceName,
        now: ContinuousClock.Instant
    ) {
        guard input.beginMap() else { return nil }
        var deadline: ContinuousClock.Instant?
        if input.key("remainingMilliseconds") {
            guard let number = input.number() else { return nil }
            deadline = ContextFields.deadline(after: number, from: now)
        }
        guard input.key("traceparent"), let trace = input.trace() else { return nil }
        self.init(deadline: deadline, trace: trace, peer: peer)
        if input.key("user") {
            guard let uuid = input.uuid() else { return nil }
            user = UserID(uuid)
        }
        if input.key("session") {
            guard let uuid = input.uuid() else { return nil }
            session = SessionID(uuid)
        }
        if input.key("isModerator") {
            guard input.yes() else { return nil }
            isModerator = true
        }
        if input.key("clientAddress") {
            guard let text = input.text() else { return nil }
            clientAddress = text
        }
        if input.key("userAgent") {
            guard let text = input.text() else { return nil }
            userAgent = text
        }
        if input.key("idempotencyKey") {
            guard let text = input.text() else { return nil }
            idempotencyKey = text
        }
        if input.key("marksRepeats") {
            guard input.yes() else { return nil }
            marksRepeats = true
        }
        if input.key("priority") {
            guard let number = input.number(), let known = Priority(rawValue: Int(number)) else {
                return nil
            }
            priority = known
        }
        guard input.isAtEnd else { return nil }
    }
}

/// Writes a context's items into memory that is large enough for all of them.
private struct ContextOutput {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// Writes the head of an empty map: each key adds one entry.
    mutating func beginMap() {
        byte(0xA0)
    }

    mutating func key(_ name: StaticString) {
        memory[0] += 1
        head(0x60, UInt64(name.utf8CodeUnitCount))
        bytes(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    mutating func number(_ number: UInt64) {
        head(0x00, number)
    }

    mutating func yes() {
        byte(0xF5)
    }

    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            head(0x60, UInt64(utf8.count))
            bytes(UnsafeRawBufferPointer(utf8))
        }
    }

    mutating func trace(_ trace: TraceContext) {
        head(0x60, UInt64(TraceContext.textBytes))
        let end = count + TraceContext.textBytes
        trace.write(to: UnsafeMutableRawBufferPointer(rebasing: memory[count..<end]))
        count = end
    }

    /// Writes sixteen bytes with tag 37.
    mutating func uuid(_ uuid: UUID) {
        byte(0xD8)
        byte(0x25)
        byte(0x50)
        withUnsafeBytes(of: uuid.uuid) { bytes($0) }
    }

    private mutating func byte(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    private mutating func bytes(_ bytes: UnsafeRawBufferPointer) {
        let end = count + bytes.count
        UnsafeMutableRawBufferPointer(rebasing: memory[count..<end]).copyMemory(from: bytes)
        count = end
    }

    /// Writes an item's head in its shortest form.
    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        switch argument {
        case ..<24:
            byte(major | UInt8(argument))
        case ...0xFF:
            byte(major | 24)
            byte(UInt8(argument))
        case ...0xFFFF:
            byte(major | 25)
            withUnsafeBytes(of: UInt16(argument).bigEndian) { bytes($0) }
        case ...0xFFFF_FFFF:
            byte(major | 26)
            withUnsafeBytes(of: UInt32(argument).bigEndian) { bytes($0) }
        default:
            byte(major | 27)
            withUnsafeBytes(of: argument.bigEndian) { bytes($0) }
        }
    }
}

/// Reads what `ContextOutput` writes, and nothing else: every function's result says whether the
/// next item is the expected one.
private struct ContextInput {
    private let memory: UnsafeRawBufferPointer
    private var position = 0
    /// The number of map entries still to come.
    private var entries = 0

    init(_ memory: UnsafeRawBufferPointer) {
        self.memory = memory
    }

    var isAtEnd: Bool { entries == 0 && position == memory.count }

    mutating func beginMap() -> Bool {
        guard let first = memory.first, first & 0xE0 == 0xA0, first & 0x1F < 24 else {
            return false
        }
        entries = Int(first & 0x1F)
        position = 1
        return true
    }

    /// Skips the next key if it is this one.
    mutating func key(_ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        guard entries > 0, position + 1 + length <= memory.count,
            memory[position] == 0x60 | UInt8(length)
        else { return false }
        let start = position + 1
        var index = 0
        while index + 8 <= length {
            let expected = UnsafeRawPointer(name.utf8Start + index).loadUnaligned(as: UInt64.self)
            guard memory.loadUnaligned(fromByteOffset: start + index, as: UInt64.self) == expected
            else { return false }
            index += 8
        }
        while index < length {
            guard memory[start + index] == name.utf8Start[index] else { return false }
            index += 1
        }
        position = start + length
        entries -= 1
        return true
    }

    mutating func number() -> Int64? {
        head(0x00).flatMap { Int64(exactly: $0) }
    }

    mutating func yes() -> Bool {
        guard position < memory.count, memory[position] == 0xF5 else { return false }
        position += 1
        return true
    }

    /// Reads an ASCII text: most are, and the others are left to `WireDecoder`.
    mutating func text() -> String? {
        guard let bytes = textBytes(), bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func trace() -> TraceContext? {
        textBytes().flatMap { TraceContext(traceparent: $0) }
    }

    mutating func uuid() -> UUID? {
        guard position + 19 <= memory.count, memory[position] == 0xD8,
            memory[position + 1] == 0x25, memory[position + 2] == 0x50
        else { return nil }
        defer { position += 19 }
        return UUID(uuid: memory.loadUnaligned(fromByteOffset: position + 3, as: uuid_t.self))
    }

    private mutating func textBytes() -> UnsafeRawBufferPointer? {
        guard let length = head(0x60), length <= UInt64(memory.count - position) else {
            return nil
        }
        let end = position + Int(length)
        defer { position = end }
        return UnsafeRawBufferPointer(rebasing: memory[position..<end])
    }

    /// Reads the next item's argument if the item is of that kind.
    private mutating func head(_ major: UInt8) -> UInt64? {
        guard position < memory.count, memory[position] & 0xE0 == major else { return nil }
        let info = memory[position] & 0x1F
        guard info >= 24 else {
            position += 1
            return UInt64(info)
        }
        guard info < 28 else { return nil }
        let width = 1 << Int(info - 24)
        guard position + 1 + width <= memory.count else { return nil }
        var argument: UInt64 = 0
        for index in 1...width { argument = argument << 8 | UInt64(memory[position + index]) }
        position += 1 + width
        return argument
    }
}
