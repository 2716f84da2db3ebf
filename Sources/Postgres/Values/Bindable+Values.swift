public import FoundationEssentials
public import Identifiers
public import Values

extension Bool: Bindable {
    public static var boundType: DataType { .bool }
    public static var boundArrayType: DataType { .boolArray }

    public func bind(to binds: inout Binds) {
        binds.item(UInt8(self ? 1 : 0))
    }
}

/// A single value is an `int2`; an array of bytes is a `bytea`.
extension UInt8: Bindable {
    public static var boundType: DataType { .int2 }
    public static var boundArrayType: DataType { .bytes }

    public func bind(to binds: inout Binds) {
        binds.item(Int16(self))
    }

    public static func bind(all values: [UInt8], to binds: inout Binds) {
        binds.item { $0.raw(values) }
    }
}

extension Int16: Bindable {
    public static var boundType: DataType { .int2 }
    public static var boundArrayType: DataType { .int2Array }

    public func bind(to binds: inout Binds) {
        binds.item(self)
    }
}

extension Int32: Bindable {
    public static var boundType: DataType { .int4 }
    public static var boundArrayType: DataType { .int4Array }

    public func bind(to binds: inout Binds) {
        binds.item(self)
    }
}

extension Int64: Bindable {
    public static var boundType: DataType { .int8 }
    public static var boundArrayType: DataType { .int8Array }

    public func bind(to binds: inout Binds) {
        binds.item(self)
    }
}

extension Int: Bindable {
    public static var boundType: DataType { .int8 }
    public static var boundArrayType: DataType { .int8Array }

    public func bind(to binds: inout Binds) {
        binds.item(Int64(self))
    }
}

extension Double: Bindable {
    public static var boundType: DataType { .float8 }
    public static var boundArrayType: DataType { .float8Array }

    public func bind(to binds: inout Binds) {
        binds.item(bitPattern)
    }
}

/// The server refuses a text that contains U+0000 (SQLSTATE 22021).
extension String: Bindable {
    public static var boundType: DataType { .text }
    public static var boundArrayType: DataType { .textArray }

    public func bind(to binds: inout Binds) {
        binds.item { $0.raw(utf8) }
    }
}

extension UUID: Bindable {
    public static var boundType: DataType { .uuid }
    public static var boundArrayType: DataType { .uuidArray }

    public func bind(to binds: inout Binds) {
        binds.raw(Int32(16))
        unsafe withUnsafeBytes(of: uuid) { unsafe binds.raw($0) }
    }
}

extension ID: Bindable {
    public static var boundType: DataType { .uuid }
    public static var boundArrayType: DataType { .uuidArray }

    public func bind(to binds: inout Binds) {
        uuid.bind(to: &binds)
    }
}

/// The minimum and maximum of `Instant` are PostgreSQL's `-infinity` and `infinity`.
extension Instant: Bindable {
    /// Microseconds from 1970 to 2000, PostgreSQL's epoch.
    static let epochMicroseconds: Int64 = 946_684_800_000_000

    public static var boundType: DataType { .timestamptz }
    public static var boundArrayType: DataType { .timestamptzArray }

    public func bind(to binds: inout Binds) {
        guard microseconds != .max else { return binds.item(Int64.max) }
        let (since2000, overflow) =
            microseconds.subtractingReportingOverflow(Self.epochMicroseconds)
        binds.item(overflow ? .min : since2000)
    }
}
