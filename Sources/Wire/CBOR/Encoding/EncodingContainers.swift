/// A map that is being written.
@safe
struct MapEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let own: EncodingHandle
    /// The cell with the handle of the current user; `nil` for a container that is not reused.
    private let shared: UnsafeMutablePointer<ContainerShelf<EncodingHandle>.Cell>?

    init(_ own: EncodingHandle) {
        self.own = own
        unsafe shared = nil
    }

    init(_ own: EncodingHandle, shared: UnsafeMutablePointer<ContainerShelf<EncodingHandle>.Cell>) {
        self.own = own
        unsafe self.shared = unsafe shared
    }

    private var handle: EncodingHandle {
        @inline(__always) get { unsafe shared?.pointee.handle ?? own }
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try begin(key)
        try handle.write(value)
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        try value.withPayload { try encode($0, forKey: key) }
    }

    func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: String, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try scalar(value, key) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar, _ key: Key) throws {
        try begin(key)
        try handle.writeScalar(value)
    }

    /// Begins an entry by writing its key.
    @inline(__always)
    private func begin(_ key: Key) throws {
        if let cell = unsafe shared, let name = unsafe cell.pointee.names?.name(of: key) {
            try unsafe cell.pointee.handle.begin(name)
        } else {
            try handle.begin(key)
        }
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let place = nested(WireKey(key)).opened(as: type)
        return KeyedEncodingContainer(MapEncodingContainer<Nested>(place))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: nested(WireKey(key)).opened(.array))
    }

    func superEncoder() -> any Encoder {
        nested(WireKey.super)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(WireKey(key))
    }

    private func nested(_ key: WireKey) -> EncodingHandle {
        // This method cannot throw: the returned container throws instead.
        do {
            try handle.begin(key)
            return handle.nested()
        } catch {
            return handle.dead
        }
    }
}

/// An array that is being written.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
    let handle: EncodingHandle

    var codingPath: [any CodingKey] { [] }
    var count: Int { unsafe handle.state.pointee.count(handle.slot, handle.serial) }

    func encodeNil() throws {
        try handle.beginEntry()
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try handle.beginEntry()
        try handle.write(value)
    }

    func encode(_ value: Bool) throws { try scalar(value) }
    func encode(_ value: String) throws { try scalar(value) }
    func encode(_ value: Double) throws { try scalar(value) }
    func encode(_ value: Float) throws { try scalar(value) }
    func encode(_ value: Int) throws { try scalar(value) }
    func encode(_ value: Int8) throws { try scalar(value) }
    func encode(_ value: Int16) throws { try scalar(value) }
    func encode(_ value: Int32) throws { try scalar(value) }
    func encode(_ value: Int64) throws { try scalar(value) }
    func encode(_ value: UInt) throws { try scalar(value) }
    func encode(_ value: UInt8) throws { try scalar(value) }
    func encode(_ value: UInt16) throws { try scalar(value) }
    func encode(_ value: UInt32) throws { try scalar(value) }
    func encode(_ value: UInt64) throws { try scalar(value) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar) throws {
        try handle.beginEntry()
        try handle.writeScalar(value)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(MapEncodingContainer<Nested>(nested().opened(as: type)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: nested().opened(.array))
    }

    func superEncoder() -> any Encoder {
        nested()
    }

    private func nested() -> EncodingHandle {
        do {
            try handle.beginEntry()
            return handle.nested()
        } catch {
            return handle.dead
        }
    }
}

/// A container for one value.
struct SingleEncodingContainer: SingleValueEncodingContainer {
    let handle: EncodingHandle

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try begin()
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try handle.write(value, intoOwnFrame: true)
    }

    func encode(_ value: Bool) throws { try scalar(value) }
    func encode(_ value: String) throws { try scalar(value) }
    func encode(_ value: Double) throws { try scalar(value) }
    func encode(_ value: Float) throws { try scalar(value) }
    func encode(_ value: Int) throws { try scalar(value) }
    func encode(_ value: Int8) throws { try scalar(value) }
    func encode(_ value: Int16) throws { try scalar(value) }
    func encode(_ value: Int32) throws { try scalar(value) }
    func encode(_ value: Int64) throws { try scalar(value) }
    func encode(_ value: UInt) throws { try scalar(value) }
    func encode(_ value: UInt8) throws { try scalar(value) }
    func encode(_ value: UInt16) throws { try scalar(value) }
    func encode(_ value: UInt32) throws { try scalar(value) }
    func encode(_ value: UInt64) throws { try scalar(value) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar) throws {
        try begin()
        try handle.writeScalar(value)
    }

    private func begin() throws {
        try unsafe handle.state.pointee.beginSingle(handle.slot, handle.serial)
    }
}

extension Optional where Wrapped: ~Copyable {
    /// Calls `body` with the value, if there is one. Copying the value out, as the standard library
    /// does, asks the runtime for the optional's type, which costs more than writing it.
    @inline(__always)
    fileprivate borrowing func withPayload(_ body: (borrowing Wrapped) throws -> Void) rethrows {
        switch self {
        case .some(let payload): try body(payload)
        case .none: break
        }
    }
}
