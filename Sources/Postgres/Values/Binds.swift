/// The values of one statement in PostgreSQL's binary format.
public struct Binds: Sendable {
    /// Each value as a four-byte length, big-endian, and that many bytes; NULL has length −1.
    private(set) var bytes: [UInt8] = []
    /// The values' types, in order.
    private(set) var types: [DataType] = []
    /// The offset in `bytes` at which each value's length begins.
    private(set) var starts: [Int] = []

    init() {}

    init(count: Int) {
        types.reserveCapacity(count)
        starts.reserveCapacity(count)
        bytes.reserveCapacity(20 * count)
    }

    /// Adds the statement's next value.
    mutating func append<Value: Bindable>(_ value: Value) {
        types.append(Value.boundType)
        starts.append(bytes.count)
        value.bind(to: &self)
    }

    /// Adds the values of another statement.
    mutating func append(_ others: Binds) {
        types += others.types
        starts += others.starts.map { bytes.count + $0 }
        bytes += others.bytes
    }

    /// Writes one value: its length, and what `write` appends.
    mutating func item(_ write: (inout Binds) -> Void) {
        let start = bytes.count
        raw(Int32(0))
        write(&self)
        let length = UInt32(bytes.count - start - 4)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(index)))
        }
    }

    /// Writes an integer as one value.
    mutating func item(_ number: some FixedWidthInteger) {
        raw(Int32(number.bitWidth / 8))
        raw(number)
    }

    /// Writes NULL.
    mutating func null() {
        raw(Int32(-1))
    }

    /// Writes an integer's bytes, big-endian.
    mutating func raw(_ number: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes bytes as they are.
    mutating func raw(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }
}

/// A PostgreSQL type by its OID; those listed are the same on every server.
public struct DataType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    static let bool = DataType(16)
    static let bytes = DataType(17)
    static let name = DataType(19)
    static let int8 = DataType(20)
    static let int2 = DataType(21)
    static let int4 = DataType(23)
    static let text = DataType(25)
    static let json = DataType(114)
    static let float4 = DataType(700)
    static let float8 = DataType(701)
    static let character = DataType(1042)
    static let varchar = DataType(1043)
    static let date = DataType(1082)
    static let timestamptz = DataType(1184)
    static let numeric = DataType(1700)
    static let uuid = DataType(2950)
    static let jsonb = DataType(3802)

    static let boolArray = DataType(1000)
    static let bytesArray = DataType(1001)
    static let int2Array = DataType(1005)
    static let int4Array = DataType(1007)
    static let textArray = DataType(1009)
    static let int8Array = DataType(1016)
    static let float8Array = DataType(1022)
    static let dateArray = DataType(1182)
    static let timestamptzArray = DataType(1185)
    static let numericArray = DataType(1231)
    static let uuidArray = DataType(2951)

    /// Leaves it to the server to infer the type.
    static let unspecified = DataType(0)

    /// Types defined in this database, such as enumerations, have OIDs from here on.
    var isUserDefined: Bool { rawValue >= 16_384 }
}
