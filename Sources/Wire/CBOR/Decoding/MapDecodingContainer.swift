/// A map that is being read.
@safe
struct MapDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let own: DecodingHandle
    /// The cell with the handle of the current user; `nil` for a container that is not reused.
    private let shared: UnsafeMutablePointer<ContainerShelf<DecodingHandle>.Cell>?

    init(_ own: DecodingHandle) {
        self.own = own
        unsafe shared = nil
    }

    init(_ own: DecodingHandle, shared: UnsafeMutablePointer<ContainerShelf<DecodingHandle>.Cell>) {
        self.own = own
        unsafe self.shared = unsafe shared
    }

    private var handle: DecodingHandle {
        @inline(__always) get { unsafe shared?.pointee.handle ?? own }
    }

    var codingPath: [any CodingKey] { handle.codingPath }

    var allKeys: [Key] {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return [] }
        return unsafe handle.state.pointee.keyTexts(of: handle.slot)
            .compactMap(Key.init(stringValue:))
    }

    func contains(_ key: Key) -> Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return false }
        return find(key) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let found = try require(key)
        return unsafe handle.state.pointee.input.isNull(at: found.value)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let found = try require(key)
        return try value(type, key, found)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let found = try present(key) else { return nil }
        return try value(type, key, found)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try present(key).map { try scalar(type, key, $0) }
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try nested(WireKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try nested(key)
    }

    private func nested(_ key: some CodingKey) throws -> DecodingHandle {
        try handle.check()
        guard let found = findByText(key) else { throw missing(key) }
        return handle.nested(at: found.value, .key(found.key))
    }

    @inline(__always)
    private func find(_ key: Key) -> FoundKey? {
        if let cell = unsafe shared, let name = unsafe cell.pointee.names?.name(of: key) {
            let handle = unsafe cell.pointee.handle
            return unsafe handle.state.pointee.find(name, in: handle.slot)
        }
        return findByText(key)
    }

    @inline(never)
    private func findByText(_ key: some CodingKey) -> FoundKey? {
        unsafe handle.state.pointee.find(key.stringValue, in: handle.slot)
    }

    @inline(__always)
    private func require(_ key: Key) throws -> FoundKey {
        try handle.check()
        guard let found = find(key) else { throw missing(key) }
        return found
    }

    @inline(never)
    private func missing(_ key: some CodingKey) -> DecodingError {
        .keyNotFound(
            WireKey(key),
            .init(codingPath: codingPath, debugDescription: "A field is missing.")
        )
    }

    /// Returns `nil` when the key is absent or its value is null.
    @inline(__always)
    private func present(_ key: Key) throws -> FoundKey? {
        try handle.check()
        guard let found = find(key) else { return nil }
        return unsafe handle.state.pointee.input.isNull(at: found.value) ? nil : found
    }

    @inline(__always)
    private func value<T: Decodable>(
        _ type: T.Type,
        _ key: Key,
        _ found: FoundKey
    ) throws -> T {
        try handle.read(
            type,
            at: found.value,
            .key(found.key),
            path: codingPath + [WireKey(key)]
        )
    }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(
        _ type: Scalar.Type,
        _ key: Key,
        _ found: FoundKey
    ) throws -> Scalar {
        try handle.readScalar(type, at: found.value, path: codingPath + [WireKey(key)])
    }
}
