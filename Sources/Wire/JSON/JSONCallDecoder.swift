public import NIOCore

/// Reads a call from the JSON (RFC 8259) of a request, and says everything that is wrong with it.
///
/// A field that the type does not ask for is refused by name, for a mistyped one must not pass for
/// an absent one; so are a field that stands twice, one of another type and one that is missing.
/// Instants are read from RFC 3339 with their fraction, UUIDs from their 36 characters, amounts
/// from numbers of at most six decimals, bytes from base64; null and absent are the same.
///
/// A body that does not fit is read a second time with every wrong value replaced, so that all
/// problems are named at once; what that reading gives is thrown away.
public struct JSONCallDecoder: Sendable {
    private let bytesMax: Int

    /// - Parameter bytesMax: The most bytes of a body.
    public init(bytesMax: Int = Limits.frameBytesMax) {
        self.bytesMax = bytesMax
    }

    /// Reads the value that the whole body is.
    ///
    /// - Parameters:
    ///   - type: What to read.
    ///   - body: The request's body.
    ///   - emptyIsObject: Whether a body without any character is read as `{}`.
    /// - Returns: The value.
    /// - Throws: All that is wrong with the body.
    public func decode<T: Decodable>(
        _ type: T.Type,
        from body: ByteBuffer,
        emptyIsObject: Bool = false
    ) throws(JSONProblem) -> T {
        guard body.readableBytes <= bytesMax else {
            throw JSONProblem(
                "",
                .malformed,
                "The body has more than \(bytesMax) bytes."
            )
        }
        if emptyIsObject, body.readableBytes == 0 {
            return try decode(type, .object(JSONObject()), duplicates: [])
        }
        let text: (value: JSONNode, duplicates: [[String]])
        do {
            text = try JSONText.parse(Array(body.readableBytesView))
        } catch {
            throw JSONProblem("", .malformed, error.detail)
        }
        return try decode(type, text.value, duplicates: text.duplicates)
    }

    private func decode<T: Decodable>(
        _ type: T.Type,
        _ node: JSONNode,
        duplicates: [[String]]
    ) throws(JSONProblem) -> T {
        let report = JSONReport(collects: false)
        for path in duplicates {
            report.add(path.pointer, .duplicateField, "The field stands here twice.")
        }
        var value: T?
        do {
            value = try report.read(type, node, at: [])
        } catch {
            let collecting = JSONReport(collects: true)
            _ = try? collecting.read(type, node, at: [])
            report.fields += collecting.fields
            // A type that reads alternatives may fail in the first reading alone.
            if collecting.fields.isEmpty { report.record(error, type, node, at: []) }
        }
        report.addUnknown(in: node, at: [])
        guard let value, report.fields.isEmpty else { throw JSONProblem(fields: report.fields) }
        return value
    }
}

/// Everything that is wrong with a request's JSON.
public struct JSONProblem: Error, Hashable, Sendable {
    /// What is wrong where, at least one; the first `fieldsMax` of them.
    public let fields: [Fault.Field]

    /// The most problems that are named.
    public static let fieldsMax = 32

    /// What can be wrong.
    public enum Code: String, CaseIterable, Sendable {
        /// The body is no JSON, or exceeds a limit; the pointer is that of the whole.
        case malformed = "json.malformed"
        /// No such field exists.
        case unknownField = "json.unknown_field"
        /// The field stands twice in its object.
        case duplicateField = "json.duplicate_field"
        /// The field must be there, and is not.
        case missingField = "json.missing_field"
        /// A text where a number is expected, and the like.
        case wrongType = "json.wrong_type"
        /// The right type, but no such value: no UUID, no date, no such choice, too large.
        case invalidValue = "json.invalid_value"
    }

    init(fields: [Fault.Field]) {
        self.fields = Array(fields.prefix(Self.fieldsMax))
    }

    init(_ pointer: String, _ code: Code, _ detail: String) {
        fields = [Fault.Field(pointer: pointer, code: code.rawValue, detail: detail)]
    }
}

extension [String] {
    /// The path as a JSON pointer (RFC 6901).
    fileprivate var pointer: String {
        map { "/" + $0.pointerToken }.joined()
    }
}
