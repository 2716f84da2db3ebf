import FoundationEssentials
public import Identifiers
public import Values

/// Writes fields in order directly into an encoding's output.
///
/// It never throws: a value that breaks a limit sets `isRefused`, and Codable then finds the error.
@safe
public struct FieldWriter {
    var output: ByteWriter
    /// The number of maps and arrays around the current position.
    private var depth: Int
    /// The entries written to the current map.
    private var count = 0
    /// Whether a value broke a limit.
    private(set) var isRefused = false

    init(_ output: ByteWriter, depth: Int) {
        self.output = output
        self.depth = depth
    }

    /// Writes one field.
    @inlinable
    public mutating func write<Value: FieldValue>(_ key: StaticString, _ value: Value) {
        writeKey(key)
        value.write(to: &self)
    }

    /// Writes one field, unless it is `nil`.
    @inlinable
    public mutating func writeIfPresent<Value: FieldValue>(_ key: StaticString, _ value: Value?) {
        guard let value else { return }
        write(key, value)
    }

    /// Writes a field that is explicitly null.
    public mutating func writeNull(_ key: StaticString) {
        writeKey(key)
        output.append(Item.null)
    }

    /// Begins an entry by writing its key.
    @usableFromInline
    mutating func writeKey(_ key: StaticString) {
        count += 1
        output.appendKey(key)
    }

    /// A map that was begun and not ended.
    @usableFromInline
    struct OpenMap {
        /// The offset of its head.
        let head: Int
        /// The entries written to the enclosing map.
        let outerCount: Int
    }

    @usableFromInline
    mutating func beginMap() -> OpenMap {
        enter()
        let map = OpenMap(head: output.count, outerCount: count)
        output.append(0)
        count = 0
        return map
    }

    @usableFromInline
    mutating func endMap(_ map: OpenMap) {
        output.setHead(Major.map, count, at: map.head)
        count = map.outerCount
        depth -= 1
    }

    fileprivate mutating func beginArray(_ items: Int) {
        enter()
        guard items <= Limits.itemsMax else { return refuse() }
        output.appendHead(Major.array, UInt64(items))
    }

    fileprivate mutating func leave() {
        depth -= 1
    }

    /// Enters a map or an array.
    fileprivate mutating func enter() {
        if depth >= Limits.depthMax || output.count > Limits.frameBytesMax { isRefused = true }
        depth += 1
    }

    fileprivate mutating func refuse() {
        isRefused = true
    }
}

// The types of fields.

extension String: FieldValue {
    public func write(to writer: inout FieldWriter) {
        guard utf8.count <= Limits.stringBytesMax else { return writer.refuse() }
        writer.output.appendText(self)
    }
}

extension Bool: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.output.append(self ? Item.true : Item.false)
    }
}

extension Int: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.output.appendInteger(Int64(self))
    }
}

extension Int64: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.output.appendInteger(self)
    }
}

extension ID: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.output.appendUUID(uuid)
    }
}

extension Instant: FieldValue {
    public func write(to writer: inout FieldWriter) {
        guard Input.instants.contains(microseconds) else { return writer.refuse() }
        writer.output.appendHead(Major.tag, Tag.instant)
        writer.output.appendInteger(microseconds)
    }
}

extension Amount: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.enter()
        writer.output.appendAmount(self)
        writer.leave()
    }
}

extension MediaReference: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.enter()
        writer.output.appendMediaReference(self)
        writer.leave()
    }
}

extension Array: FieldValue where Element: FieldValue {
    public func write(to writer: inout FieldWriter) {
        writer.beginArray(count)
        // Accesses elements in place: fetching one would copy it, and it may be large.
        unsafe withUnsafeBufferPointer { elements in
            for index in 0..<elements.count {
                guard !writer.isRefused else { break }
                unsafe elements[index].write(to: &writer)
            }
        }
        writer.leave()
    }
}

extension OpenEnum {
    public func write(to writer: inout FieldWriter) {
        rawValue.write(to: &writer)
    }
}
