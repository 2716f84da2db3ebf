/// Finds the private key type that the standard library uses for a `[String: X]`.
enum DictionaryKeyProbe: Encoder {
    case probe

    static let key: ObjectIdentifier? = {
        do {
            try ["": 0].encode(to: probe)
            return nil
        } catch {
            return (error as? Found)?.key
        }
    }()

    struct Found: Error {
        let key: ObjectIdentifier
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MapProbe<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("a dictionary with text keys encodes itself as a map")
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("a dictionary with text keys encodes itself as a map")
    }

    struct MapProbe<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        private var found: Found { Found(key: ObjectIdentifier(Key.self)) }

        func encodeNil(forKey key: Key) throws { throw found }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw found }
        func encode(_ value: Bool, forKey key: Key) throws { throw found }
        func encode(_ value: String, forKey key: Key) throws { throw found }
        func encode(_ value: Double, forKey key: Key) throws { throw found }
        func encode(_ value: Float, forKey key: Key) throws { throw found }
        func encode(_ value: Int, forKey key: Key) throws { throw found }
        func encode(_ value: Int8, forKey key: Key) throws { throw found }
        func encode(_ value: Int16, forKey key: Key) throws { throw found }
        func encode(_ value: Int32, forKey key: Key) throws { throw found }
        func encode(_ value: Int64, forKey key: Key) throws { throw found }
        func encode(_ value: UInt, forKey key: Key) throws { throw found }
        func encode(_ value: UInt8, forKey key: Key) throws { throw found }
        func encode(_ value: UInt16, forKey key: Key) throws { throw found }
        func encode(_ value: UInt32, forKey key: Key) throws { throw found }
        func encode(_ value: UInt64, forKey key: Key) throws { throw found }
        func nestedContainer<Nested>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            probe.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            probe.unkeyedContainer()
        }
        func superEncoder() -> any Encoder { probe }
        func superEncoder(forKey key: Key) -> any Encoder { probe }
    }
}
