/// A type that writes and reads its fields past Codable: for the few types of which most calls and
/// replies are made.
///
/// The wire does not change: what is written is what Codable would write, byte for byte, and what
/// is read is what Codable would read. Neither side judges. Where a value breaks a limit, or bytes
/// are anything but what this release writes (a key that is new, missing or elsewhere, a longer
/// head, another type), Codable does the same work again, and gives the value or the error.
///
///     extension Standing: HandCoded {
///         public func writeFields(to writer: inout FieldWriter) {
///             writer.write("rank", rank)
///             writer.writeIfPresent("note", note)
///         }
///
///         public init(fieldsFrom reader: inout FieldReader) throws(Surprise) {
///             try self.init(rank: reader.read("rank"), note: reader.readIfPresent("note"))
///         }
///     }
///
/// Fields stand in the order of their declaration. The coder finds the conformance by itself,
/// wherever such a value stands.
public protocol HandCoded: Codable, FieldValue {
    /// Writes every field, absent ones left out.
    func writeFields(to writer: inout FieldWriter)

    /// Reads every field, in the order in which they are written.
    init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded)
}

/// What a field of a type that is coded by hand may hold.
public protocol FieldValue {
    /// Writes the value as Codable would.
    func write(to writer: inout FieldWriter)

    /// Reads what `write` writes.
    init(from reader: inout FieldReader) throws(FallbackNeeded)
}

/// Bytes that are not what this release writes. No verdict on them: Codable reads them then.
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
