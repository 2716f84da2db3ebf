public import FoundationEssentials
public import Identifiers
public import Values

extension Bool: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Bool {
        try cell.expect(.bool, for: Bool.self)
        return try cell.integer(UInt8.self, at: 0) != 0
    }
}

/// A single value reads an `int2`; an array of bytes reads a `bytea`.
extension UInt8: Readable {
    public static func read(_ cell: borrowing Cell) throws -> UInt8 {
        guard let number = UInt8(exactly: try Int16.read(cell)) else {
            throw cell.unreadable(as: UInt8.self)
        }
        return number
    }

    public static func readAll(_ cell: borrowing Cell) throws -> [UInt8] {
        try cell.expect(.bytes, for: [UInt8].self)
        return cell.array()
    }
}

extension Int16: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Int16 {
        try cell.expect(.int2, for: Int16.self)
        return try cell.integer(Int16.self, at: 0)
    }
}

extension Int32: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Int32 {
        switch cell.type {
        case .int4: try cell.integer(Int32.self, at: 0)
        case .int2: Int32(try cell.integer(Int16.self, at: 0))
        default: throw cell.unreadable(as: Int32.self)
        }
    }
}

extension Int64: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Int64 {
        switch cell.type {
        case .int8: try cell.integer(Int64.self, at: 0)
        case .int4: Int64(try cell.integer(Int32.self, at: 0))
        case .int2: Int64(try cell.integer(Int16.self, at: 0))
        default: throw cell.unreadable(as: Int64.self)
        }
    }
}

extension Int: Readable {
    @inlinable
    public static func read(_ cell: borrowing Cell) throws -> Int {
        Int(try Int64.read(cell))
    }
}

extension Double: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Double {
        switch cell.type {
        case .float8: Double(bitPattern: try cell.integer(UInt64.self, at: 0))
        case .float4: Double(Float(bitPattern: try cell.integer(UInt32.self, at: 0)))
        default: throw cell.unreadable(as: Double.self)
        }
    }
}

/// Reads `text`, `varchar`, `char(n)`, `name`, `json`, `jsonb` and enumeration labels.
extension String: Readable {
    public static func read(_ cell: borrowing Cell) throws -> String {
        guard !cell.isNull else { throw cell.unreadable(as: String.self) }
        switch cell.type {
        case .text, .varchar, .character, .name, .json:
            return cell.text()
        case .jsonb:
            // A version byte comes first.
            return cell.text(from: 1)
        case let type where type.isUserDefined:
            return cell.text()
        default:
            throw cell.unreadable(as: String.self)
        }
    }
}

extension UUID: Readable {
    public static func read(_ cell: borrowing Cell) throws -> UUID {
        try cell.expect(.uuid, for: UUID.self)
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let high = try cell.integer(UInt64.self, at: 0).bigEndian
        let low = try cell.integer(UInt64.self, at: 8).bigEndian
        unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            unsafe bytes.storeBytes(of: high, toByteOffset: 0, as: UInt64.self)
            unsafe bytes.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
        }
        return UUID(uuid: bytes)
    }
}

extension ID: Readable {
    @inlinable
    public static func read(_ cell: borrowing Cell) throws -> ID<Kind> {
        ID(try UUID.read(cell))
    }
}

extension Instant: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Instant {
        try cell.expect(.timestamptz, for: Instant.self)
        let since2000 = try cell.integer(Int64.self, at: 0)
        guard since2000 != .min else { return Instant(microseconds: .min) }
        let (microseconds, overflow) = since2000.addingReportingOverflow(epochMicroseconds)
        return Instant(microseconds: overflow ? .max : microseconds)
    }
}
