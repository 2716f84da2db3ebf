/// A type that writes and reads its fields without Codable: for the few types that make up most
/// calls and replies.
///
/// The wire format does not change: it writes the same bytes as Codable, and reads the same values.
/// Neither direction reports errors. When a value breaks a limit, or bytes differ from what this
/// release writes (a key that is new, missing or out of order, a longer head, another type),
/// Codable repeats the work and produces the value or the error.
///
///     extension Standing: HandCoded {
///         public func writeFields(to writer: inout FieldWriter) {
///             writer.write("rank", rank)
///             writer.writeIfPresent("note", note)
///         }
///
///         public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
///             try self.init(rank: reader.read("rank"), note: reader.readIfPresent("note"))
///         }
///     }
///
/// Fields are in the order of their declaration. The coder finds the conformance on its own,
/// wherever such a value occurs.
public protocol HandCoded: Codable, FieldValue {
    /// Writes every field that is present.
    func writeFields(to writer: inout FieldWriter)

    /// Reads every field, in the order in which they are written.
    init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded)
}

/// A value that a field of a `HandCoded` type can have.
public protocol FieldValue {
    /// Writes the value as Codable would.
    func write(to writer: inout FieldWriter)

    /// Reads what `write(to:)` writes.
    init(from reader: inout FieldReader) throws(FallbackNeeded)
}

/// The bytes are not what this release writes. They may still be valid: Codable reads them next.
public struct FallbackNeeded: Error {
    @usableFromInline init() {}
}

extension HandCoded {
    @inlinable
    public func write(to writer: inout FieldWriter) {
        let map = writer.beginMap()
        writeFields(to: &writer)
        writer.endMap(map)
    }

    @inlinable
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        let map = try reader.beginMap()
        try self.init(fieldsFrom: &reader)
        try reader.endMap(map)
    }
}
