/// An array that is being read.
struct ArrayDecodingContainer: UnkeyedDecodingContainer {
    let handle: DecodingHandle

    var codingPath: [any CodingKey] { handle.codingPath }

    /// `nil` for long arrays: code that reserves by it would let a small body allocate much memory.
    var count: Int? {
        let count = items
        return count <= 1_024 ? count : nil
    }

    var isAtEnd: Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return true }
        return unsafe handle.state.pointee[handle.slot].remaining == 0
    }

    var currentIndex: Int {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return 0 }
        return unsafe items - handle.state.pointee[handle.slot].remaining
    }

    private var items: Int {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return 0 }
        return unsafe handle.state.pointee[handle.slot].count
    }

    func decodeNil() throws -> Bool {
        let start = try next(Never.self)
        guard unsafe handle.state.pointee.input.isNull(at: start) else { return false }
        unsafe handle.state.pointee.position = start + 1
        advance()
        return true
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let start = try next(type)
        let value = try handle.read(type, at: start, .index(currentIndex), path: path)
        advance()
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        try isAtEnd || decodeNil() ? nil : decode(type)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested([String: Any].self) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested([Any].self) { try $0.unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder {
        try nested((any Decoder).self) { $0 }
    }

    private func nested<Container>(
        _ type: any Any.Type,
        _ open: (DecodingHandle) throws -> Container
    ) throws -> Container {
        let start = try next(type)
        let container = try open(handle.nested(at: start, .index(currentIndex)))
        unsafe handle.state.pointee.position = start
        unsafe handle.state.pointee.input.skip(at: &handle.state.pointee.position)
        advance()
        return container
    }

    private var path: [any CodingKey] { codingPath + [WireKey(intValue: currentIndex)] }

    /// The offset of the next item.
    @inline(__always)
    private func next(_ type: any Any.Type) throws -> Int {
        try handle.check()
        guard unsafe handle.state.pointee[handle.slot].remaining > 0 else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: path, debugDescription: "An array has too few items.")
            )
        }
        return unsafe handle.state.pointee[handle.slot].cursor
    }

    @inline(__always)
    private func advance() {
        unsafe handle.state.pointee[handle.slot].cursor = handle.state.pointee.position
        unsafe handle.state.pointee[handle.slot].remaining -= 1
    }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ type: Scalar.Type) throws -> Scalar {
        let scalar = try handle.readScalar(type, at: next(type), path: path)
        advance()
        return scalar
    }
}

/// A single value.
struct SingleDecodingContainer: SingleValueDecodingContainer {
    let handle: DecodingHandle

    var codingPath: [any CodingKey] { handle.codingPath }

    func decodeNil() -> Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return false }
        return unsafe handle.state.pointee.input.isNull(at: handle.state.pointee[handle.slot].start)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try handle.readOwn(type)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ type: Scalar.Type) throws -> Scalar {
        try handle.check()
        let start = unsafe handle.state.pointee[handle.slot].start
        let scalar = try handle.readScalar(type, at: start, path: codingPath)
        unsafe handle.state.pointee[handle.slot].end = handle.state.pointee.position
        return scalar
    }
}
