/// One value of a JSON request; the `Decoder` that its type sees.
struct JSONNodeDecoder: Decoder {
    /// The type that is being decoded.
    let type: any Any.Type
    let node: JSONNode
    let codingPath: [any CodingKey]
    let report: JSONReport

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        report.containersOpened += 1
        let object: JSONObject?
        switch node {
        case .object(let known): object = known
        case .placeholder: object = nil
        default: throw mismatch([String: Any].self, "an object")
        }
        return KeyedDecodingContainer(
            JSONObjectContainer<Key>(object: object, codingPath: codingPath, report: report)
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        report.containersOpened += 1
        switch node {
        case .array(let items):
            return JSONArrayContainer(items: items, codingPath: codingPath, report: report)
        case .parameter(let parameter):
            parameter.isList = true
            return JSONArrayContainer(
                items: parameter.values.map { .parameter(QueryParameter($0)) },
                codingPath: codingPath,
                report: report
            )
        case .placeholder:
            return JSONArrayContainer(items: [], codingPath: codingPath, report: report)
        default: throw mismatch([Any].self, "a list")
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        report.containersOpened += 1
        return JSONSingleContainer(decoder: self)
    }

    private func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        .typeMismatch(
            type,
            .init(
                codingPath: codingPath,
                debugDescription: "Expected \(expected), found \(node.kind)."
            )
        )
    }
}

/// The fields of an object, or of a placeholder for one.
struct JSONObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// `nil` for a placeholder: then every field is a placeholder.
    let object: JSONObject?
    let codingPath: [any CodingKey]
    let report: JSONReport

    var allKeys: [Key] {
        object?.fields.compactMap { Key(stringValue: $0.name) } ?? []
    }

    func contains(_ key: Key) -> Bool {
        object?.ask(key.stringValue) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        switch try value(key) {
        case .null, .placeholder: true
        default: false
        }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try report.read(type, value(key), at: path(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let node = object?.ask(key.stringValue) else { return nil }
        if case .null = node { return nil }
        return try report.read(type, node, at: path(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try scalar(type, key)
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try scalar(type, key)
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try scalar(type, key)
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try scalar(type, key)
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try scalar(type, key)
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try scalar(type, key)
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try scalar(type, key)
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try scalar(type, key)
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try scalar(type, key)
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try scalar(type, key)
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try scalar(type, key)
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try scalar(type, key)
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try scalar(type, key)
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try scalar(type, key)
    }

    private func scalar<Scalar: Decodable>(_ type: Scalar.Type, _ key: Key) throws -> Scalar {
        try report.read(type, value(key), at: path(key))
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let nested = try nested(key)
        if case .object(let object) = nested.node { object.isRead = true }
        return try nested.container(keyedBy: type)
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

    private func nested(_ key: some CodingKey) throws -> JSONNodeDecoder {
        JSONNodeDecoder(
            type: (any Decoder).self,
            node: try value(key),
            codingPath: path(key),
            report: report
        )
    }

    private func path(_ key: some CodingKey) -> [any CodingKey] {
        codingPath + [WireKey(key)]
    }

    /// The field's value; a placeholder when it is missing and decoding continues.
    private func value(_ key: some CodingKey) throws -> JSONNode {
        guard let object else { return .placeholder }
        if let node = object.ask(key.stringValue) { return node }
        let error = DecodingError.keyNotFound(
            WireKey(key),
            .init(codingPath: codingPath, debugDescription: "A field is missing.")
        )
        guard report.collects else { throw error }
        report.record(error, Never.self, .null, at: codingPath)
        return .placeholder
    }
}

/// The items of a JSON array.
struct JSONArrayContainer: UnkeyedDecodingContainer {
    let items: [JSONNode]
    let codingPath: [any CodingKey]
    let report: JSONReport
    private(set) var currentIndex = 0

    init(items: [JSONNode], codingPath: [any CodingKey], report: JSONReport) {
        self.items = items
        self.codingPath = codingPath
        self.report = report
    }

    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    private var path: [any CodingKey] { codingPath + [WireKey(intValue: currentIndex)] }

    private func next(_ type: any Any.Type) throws -> JSONNode {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: path, debugDescription: "The list has too few items.")
            )
        }
        return items[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard case .null = try next(Never.self) else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try report.read(type, next(type), at: path)
        currentIndex += 1
        return value
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }

    private mutating func scalar<Scalar: Decodable>(_ type: Scalar.Type) throws -> Scalar {
        let value = try report.read(type, next(type), at: path)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let nested = try nested()
        if case .object(let object) = nested.node { object.isRead = true }
        return try nested.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        try nested()
    }

    private mutating func nested() throws -> JSONNodeDecoder {
        let node = try next((any Decoder).self)
        defer { currentIndex += 1 }
        return JSONNodeDecoder(
            type: (any Decoder).self,
            node: node,
            codingPath: path,
            report: report
        )
    }
}

/// A single value.
struct JSONSingleContainer: SingleValueDecodingContainer {
    let decoder: JSONNodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        switch decoder.node {
        case .null, .placeholder: true
        default: false
        }
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.report.read(type, decoder.node, at: codingPath)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String {
        // Decoding a raw value compares it with each case: none is that long.
        if let text = decoder.node.text, !text.isWord,
            decoder.type is any RawRepresentable<String>.Type
        {
            throw DecodingError.dataCorruptedError(
                in: self,
                debugDescription: "“\(text.shown)” is not one of the choices."
            )
        }
        return try scalar(type)
    }
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

    private func scalar<Scalar: Decodable>(_ type: Scalar.Type) throws -> Scalar {
        try decoder.report.read(type, decoder.node, at: codingPath)
    }
}
