import FoundationEssentials
import Identifiers
import NIOCore
import Values

/// Collects the problems found while one request is decoded.
final class JSONReport {
    /// Whether decoding continues after a problem, with a placeholder for the wrong value.
    let collects: Bool
    var fields: [Fault.Field] = []

    /// How many containers types have requested.
    var containersOpened = 0

    init(collects: Bool) {
        self.collects = collects
    }

    func add(_ pointer: String, _ code: JSONProblem.Code, _ detail: String) {
        guard fields.count < JSONProblem.fieldsMax else { return }
        let field = Fault.Field(pointer: pointer, code: code.rawValue, detail: detail)
        if !fields.contains(where: field.isSame(as:)) { fields.append(field) }
    }

    /// Adds the fields that are given twice, before everything else.
    func addDuplicates(_ pointers: [String]) {
        let others = fields
        fields = []
        for pointer in pointers { add(pointer, .duplicateField, "The field is given twice.") }
        fields += others
    }

    /// Adds the fields that were not read, in every object that was read to its end.
    func addUnknown(in node: JSONNode, at path: [any CodingKey]) {
        switch node {
        case .array(let items):
            for (index, item) in items.enumerated() {
                addUnknown(in: item, at: path + [WireKey(intValue: index)])
            }
        case .object(let object):
            if object.isRead {
                for key in object.unknown.prefix(JSONProblem.fieldsMax) {
                    add(
                        (path + [WireKey(stringValue: key)]).pointer,
                        .unknownField,
                        "There is no such field."
                    )
                }
            }
            for field in object.fields {
                addUnknown(in: field.value, at: path + [WireKey(stringValue: field.name)])
            }
        default: break
        }
    }

    /// Adds the fields of a patch that are null and cannot be empty.
    func addNulls(in node: JSONNode) {
        guard case .object(let object) = node else { return }
        for name in object.nulls {
            let pointer = [WireKey(stringValue: name)].pointer
            guard !fields.contains(where: { $0.pointer.hasBytes(of: pointer) }) else { continue }
            add(pointer, .wrongType, "The field cannot be removed. Leave it out to keep it.")
        }
    }
}

// Reading values.
extension JSONReport {
    /// Decodes a value, or records what is wrong with it and returns any value of that type.
    func read<T: Decodable>(
        _ type: T.Type,
        _ node: JSONNode,
        at path: [any CodingKey]
    ) throws -> T {
        if case .placeholder = node { return try stopgap(type) }
        let found = fields.count
        do {
            let value = try parse(type, node, at: path)
            if case .object(let object) = node { object.isRead = true }
            return value
        } catch {
            guard collects else { throw error }
            // Problems that a stopgap led to are not the request's.
            if fields.count == found { record(error, type, node, at: path) }
            return try stopgap(type)
        }
    }

    private func parse<T: Decodable>(
        _ type: T.Type,
        _ node: JSONNode,
        at path: [any CodingKey]
    ) throws -> T {
        if let scalar = type as? any JSONScalar.Type {
            if let value = try scalar.read(node, at: path) as? T { return value }
        }
        let opened = containersOpened
        let value = try T(
            from: JSONNodeDecoder(type: type, node: node, codingPath: path, report: self)
        )
        if containersOpened == opened {
            // A type without fields reads nothing, but its JSON must be an object all the same.
            guard case .object = node else {
                throw DecodingError.typeMismatch(
                    type,
                    .init(
                        codingPath: path,
                        debugDescription: "Expected an object, found \(node.kind)."
                    )
                )
            }
        }
        return value
    }

    /// Records an error that was thrown while a value was decoded.
    func record(
        _ error: any Error,
        _ type: any Any.Type,
        _ node: JSONNode,
        at path: [any CodingKey]
    ) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            add(
                (context.codingPath + [WireKey(stringValue: key.stringValue)]).pointer,
                .missingField,
                "The field “\(key.stringValue)” is missing."
            )
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            add(context.codingPath.pointer, .wrongType, context.debugDescription)
        case DecodingError.dataCorrupted(let context):
            add(
                context.codingPath.pointer,
                .invalidValue,
                choiceRefusal(type, node) ?? context.debugDescription
            )
        case let refusal as any Faultable:
            let fault = refusal.fault
            guard fields.count < JSONProblem.fieldsMax else { return }
            fields.append(
                Fault.Field(pointer: path.pointer, code: fault.code, detail: fault.detail)
            )
        default:
            add(path.pointer, .invalidValue, "The value is refused.")
        }
    }

    /// The sentence about a text that is not a case of an enum.
    private func choiceRefusal(_ type: any Any.Type, _ node: JSONNode) -> String? {
        guard let text = node.text, type is any RawRepresentable.Type else { return nil }
        var sentence = "“\(text.shown)” is not one of the choices"
        if let cases = type as? any CaseIterable.Type {
            sentence += ": \(texts(of: cases).joined(separator: ", "))"
        }
        return sentence + "."
    }

    private func texts<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        let unknown = (type as? any OpenEnum.Type)?.unknown.rawValue
        return type.allCases
            .compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
            .filter { $0 != unknown }
    }

    /// Returns any value of that type.
    func stopgap<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = type as? any JSONScalar.Type, let value = scalar.stopgap as? T {
            return value
        }
        if let cases = type as? any CaseIterable.Type, let value = first(of: cases) as? T {
            return value
        }
        return try T(
            from: JSONNodeDecoder(type: type, node: .placeholder, codingPath: [], report: self)
        )
    }

    private func first<Cases: CaseIterable>(of type: Cases.Type) -> Cases? {
        type.allCases.first
    }
}

extension Fault.Field {
    /// Whether both say the same, byte by byte.
    fileprivate func isSame(as other: Fault.Field) -> Bool {
        pointer.hasBytes(of: other.pointer) && code == other.code
            && detail.hasBytes(of: other.detail)
    }
}

/// A type that is decoded from one JSON value without parts.
protocol JSONScalar {
    /// What errors call the type: `a text`.
    static var jsonExpectation: String { get }
    /// Any value of the type.
    static var stopgap: Self { get }
    /// Returns `nil` when the node is of another kind; throws when it is of that kind and does not
    /// fit.
    static func value(of node: JSONNode) throws(JSONValueRefusal) -> Self?
    /// Returns a query's parameter as the node that JSON would have for this type; a text if it
    /// does not fit.
    static func node(of parameter: String) -> JSONNode
}

extension JSONScalar {
    static func node(of parameter: String) -> JSONNode { .string(parameter) }

    /// A query's parameter as a number, if it is one.
    fileprivate static func number(_ parameter: String) -> JSONNode {
        let isNumber =
            parameter.utf8.count <= JSONText.numberLengthMax
            && parameter.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "+-.eE".utf8.contains(byte)
            } && Double(parameter) != nil
        return isNumber ? .number(parameter) : .string(parameter)
    }
}

/// Why a JSON value of the right kind is not a value of a type.
struct JSONValueRefusal: Error {
    var detail: String
}

extension JSONScalar {
    static func read(_ node: JSONNode, at path: [any CodingKey]) throws -> Self {
        var node = node
        if case .parameter(let parameter) = node { node = self.node(of: parameter.values[0]) }
        let value: Self?
        do {
            value = try self.value(of: node)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: error.detail)
            )
        }
        guard let value else {
            throw DecodingError.typeMismatch(
                self,
                .init(
                    codingPath: path,
                    debugDescription: "Expected \(jsonExpectation), found \(node.kind)."
                )
            )
        }
        return value
    }
}

extension Bool: JSONScalar {
    static var jsonExpectation: String { "true or false" }
    static var stopgap: Bool { false }

    static func value(of node: JSONNode) -> Bool? {
        guard case .bool(let value) = node else { return nil }
        return value
    }

    static func node(of parameter: String) -> JSONNode {
        for value in [true, false] where parameter.hasBytes(of: "\(value)") { return .bool(value) }
        return .string(parameter)
    }
}

extension String: JSONScalar {
    static var jsonExpectation: String { "a text" }
    static var stopgap: String { "" }

    static func value(of node: JSONNode) -> String? {
        guard case .string(let value) = node else { return nil }
        return value
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    static var jsonExpectation: String { "a whole number" }
    static var stopgap: Self { 0 }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> Self? {
        guard case .number(let text) = node else { return nil }
        guard let value = Self(text) else {
            let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == 0x65 }
            throw JSONValueRefusal(
                detail: isWhole
                    ? "The number is outside \(min) to \(max)."
                    : "Expected a whole number, written without a point or an exponent."
            )
        }
        return value
    }

    static func node(of parameter: String) -> JSONNode { number(parameter) }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var jsonExpectation: String { "a number" }
    static var stopgap: Self { 0 }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> Self? {
        guard case .number(let text) = node else { return nil }
        guard let value = Self(text), value.isFinite else {
            throw JSONValueRefusal(detail: "The number is too large.")
        }
        return value
    }

    static func node(of parameter: String) -> JSONNode { number(parameter) }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}

extension UUID: JSONScalar {
    static var jsonExpectation: String { "a UUID" }
    static var stopgap: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> UUID? {
        if case .uuid(let value) = node { return value }
        guard case .string(let text) = node else { return nil }
        guard text.utf8.count == 36, let value = UUID(uuidString: text) else {
            throw JSONValueRefusal(detail: "The text is not a UUID of 36 characters.")
        }
        return value
    }
}

extension Instant: JSONScalar {
    static var jsonExpectation: String { "a date and time" }
    static var stopgap: Instant { Instant(microseconds: 0) }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> Instant? {
        guard case .string(let text) = node else { return nil }
        // An offset can move the first or last day out of the range of years that can be written.
        guard let value = Instant(rfc3339: text), Input.instants.contains(value.microseconds) else {
            throw JSONValueRefusal(detail: "The text is not a date and time in RFC 3339.")
        }
        return value
    }
}

extension CivilDate: JSONScalar {
    static var jsonExpectation: String { "a day" }
    static var stopgap: CivilDate { CivilDate(daysSince1970: 0) }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> CivilDate? {
        guard case .string(let text) = node else { return nil }
        guard let value = CivilDate(rfc3339: text) else {
            throw JSONValueRefusal(detail: "The text is not a day such as 2026-03-01.")
        }
        return value
    }
}

extension Amount: JSONScalar {
    static var jsonExpectation: String { "a number" }
    static var stopgap: Amount {
        guard let zero = Amount(millionths: 0) else { preconditionFailure("0 is an amount") }
        return zero
    }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> Amount? {
        guard case .number(let text) = node else { return nil }
        guard let value = Amount(text) else {
            throw JSONValueRefusal(
                detail: "The number has over six decimals, or over twelve digits before the point."
            )
        }
        return value
    }

    static func node(of parameter: String) -> JSONNode { number(parameter) }
}

extension [UInt8]: JSONScalar {
    static var jsonExpectation: String { "a text of base64" }
    static var stopgap: [UInt8] { [] }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> [UInt8]? {
        guard case .string(let text) = node else { return nil }
        guard let data = Data(base64Encoded: text) else {
            throw JSONValueRefusal(detail: "The text is not base64.")
        }
        return Array(data)
    }
}

extension ByteBuffer: JSONScalar {
    static var jsonExpectation: String { "a text of base64" }
    static var stopgap: ByteBuffer { ByteBuffer() }

    static func value(of node: JSONNode) throws(JSONValueRefusal) -> ByteBuffer? {
        try [UInt8].value(of: node).map { ByteBuffer(bytes: $0) }
    }
}
