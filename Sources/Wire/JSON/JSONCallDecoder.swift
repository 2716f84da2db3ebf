public import NIOCore

/// Decodes a call from the JSON (RFC 8259) of a request, or from the parameters of its query, and
/// reports everything that is wrong with it.
///
/// A field that the type does not have is refused by name, because a typo must not pass for an
/// absent field; so are duplicate fields, fields of another type, for which a call may have errors
/// of its own (`NamesTypeErrors`), and missing ones. Instants are read from RFC 3339 with their
/// fraction, UUIDs from their 36 characters, amounts from numbers of at most six decimals, bytes
/// from base64; null and absent are the same, except in a `MergePatch`.
///
/// A body that does not fit is decoded a second time with every wrong value replaced, so that all
/// problems are reported at once; the result of that pass is discarded.
public struct JSONCallDecoder: Sendable {
    private let bytesMax: Int

    /// - Parameter bytesMax: The maximum size of a body.
    public init(bytesMax: Int = Limits.frameBytesMax) {
        self.bytesMax = bytesMax
    }

    /// Decodes the value that spans the whole body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - body: The request's body.
    ///   - emptyIsObject: Whether an empty body is read as `{}`.
    ///   - supplied: Fields that the body must not have.
    /// - Returns: The value.
    /// - Throws: A `JSONProblem` with everything that is wrong with the body.
    public func decode<T: Decodable>(
        _ type: T.Type,
        from body: ByteBuffer,
        emptyIsObject: Bool = false,
        with supplied: [SuppliedField] = []
    ) throws(JSONProblem) -> T {
        guard body.readableBytes <= bytesMax else {
            throw JSONProblem(
                "",
                .malformed,
                "The body has more than \(bytesMax) bytes."
            )
        }
        if emptyIsObject, body.readableBytes == 0 {
            return try decode(type, from: EmptyCollection(), with: supplied)
        }
        let text: (value: JSONNode, duplicates: [[String]])
        do {
            text = try JSONText.parse(Array(body.readableBytesView))
        } catch {
            throw JSONProblem("", .malformed, error.detail)
        }
        if case .object(let object) = text.value {
            object.supply(supplied)
            if let patch = type as? any MergePatch.Type { object.empty(as: patch) }
        }
        return try decode(type, text.value) { text.duplicates }
    }

    /// Decodes the value whose fields are the parameters.
    ///
    /// Each type reads a parameter's text in its own way: numbers in decimal digits, `true` or
    /// `false`, everything else as a JSON text. A list has a parameter for each item, all of
    /// the same name.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - parameters: Names and values, without the escapes of a URL.
    ///   - supplied: Fields that the parameters must not have.
    /// - Returns: The value.
    /// - Throws: A `JSONProblem` with everything that is wrong with the parameters.
    public func decode<T: Decodable>(
        _ type: T.Type,
        from parameters: some Sequence<(name: String, value: String)>,
        with supplied: [SuppliedField] = []
    ) throws(JSONProblem) -> T {
        let object = JSONObject()
        object.supply(supplied)
        var repeated: [(name: String, parameter: QueryParameter)] = []
        for (name, value) in parameters {
            if let parameter = object.addParameter(name, value) {
                repeated.append((name, parameter))
            }
        }
        return try decode(type, .object(object)) {
            repeated.filter { !$0.parameter.isList }.map { [$0.name] }
        }
    }

    private func decode<T: Decodable>(
        _ type: T.Type,
        _ node: JSONNode,
        duplicates: () -> [[String]]
    ) throws(JSONProblem) -> T {
        let report = JSONReport(collects: false)
        var value: T?
        do {
            value = try report.read(type, node, at: [])
        } catch {
            let collecting = JSONReport(collects: true)
            _ = try? collecting.read(type, node, at: [])
            report.fields += collecting.fields
            // A type that tries alternatives may fail only in the first pass.
            if collecting.fields.isEmpty { report.record(error, type, node, at: []) }
        }
        report.addUnknown(in: node, at: [])
        if type is any MergePatch.Type { report.addNulls(in: node) }
        report.addDuplicates(duplicates().map(\.pointer))
        guard let value, report.fields.isEmpty else { throw JSONProblem(report.fields, of: type) }
        return value
    }
}

/// Everything that is wrong with a request's JSON.
public struct JSONProblem: Error, Hashable, Sendable {
    /// The problems, at least one; the first `fieldsMax` of them.
    public let fields: [Fault.Field]
    /// The call's own refusal, if all problems are fields of another type for which it has errors.
    public let refusal: Fault?

    /// The maximum number of problems that are reported.
    public static let fieldsMax = 32

    /// The kinds of problems.
    public enum Code: String, CaseIterable, Sendable {
        /// The body is not JSON, or exceeds a limit; the pointer is that of the root.
        case malformed = "json.malformed"
        /// There is no such field.
        case unknownField = "json.unknown_field"
        /// The object has the field twice.
        case duplicateField = "json.duplicate_field"
        /// A required field is missing.
        case missingField = "json.missing_field"
        /// The value has another type, such as a text where a number is expected.
        case wrongType = "json.wrong_type"
        /// The type is right but the value is not: not a UUID, not a date, not a case, too large.
        case invalidValue = "json.invalid_value"
    }

    /// - Parameters:
    ///   - fields: The problems.
    ///   - type: What was decoded, which may have errors of its own for some of them.
    init(_ fields: [Fault.Field], of type: any Any.Type) {
        let fields = fields.prefix(Self.fieldsMax)
        let errors = fields.map { field -> (any ServiceError)? in
            guard field.code == Code.wrongType.rawValue else { return nil }
            return (type as? any NamesTypeErrors.Type)?.typeError(at: field.pointer)
        }
        self.fields = zip(fields, errors).map { field, error in
            guard let error else { return field }
            return Fault.Field(pointer: field.pointer, code: error.rawValue, detail: error.detail)
        }
        let isOwn = errors.allSatisfy { $0 != nil }
        refusal = isOwn ? errors.first.flatMap(\.self)?.fault : nil
    }

    init(_ pointer: String, _ code: Code, _ detail: String) {
        fields = [Fault.Field(pointer: pointer, code: code.rawValue, detail: detail)]
        refusal = nil
    }
}

extension [String] {
    /// The path as a JSON pointer (RFC 6901).
    fileprivate var pointer: String {
        map { "/" + $0.pointerToken }.joined()
    }
}
