public import NIOCore

/// An error that can be converted to a `Fault`.
public protocol Faultable: Error {
    /// The error as the caller sees it.
    var fault: Fault { get }
}

/// The errors of one service: a stable code, a kind and a sentence each.
public protocol ServiceError: Faultable, CaseIterable, RawRepresentable<String>, Hashable, Sendable
{
    /// What the caller can do about it.
    var kind: Fault.Kind { get }
    /// One sentence for a person.
    var detail: String { get }
}

extension ServiceError {
    public var fault: Fault {
        Fault(code: rawValue, kind: kind, detail: detail)
    }
}

/// A service's refusal with the details of this occasion: the fields, the current row, the wait.
public struct Refusal: Faultable, Hashable {
    public let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    /// Refuses because of one field, or because of the call as a whole.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - pointer: The JSON pointer of the field at fault.
    ///   - retryAfterSeconds: How long to wait before the next attempt.
    ///   - current: The row as the caller may read it.
    public init(
        _ error: some ServiceError,
        at pointer: String? = nil,
        retryAfterSeconds: Int? = nil,
        current: ByteBuffer? = nil
    ) {
        var fault = error.fault
        if let pointer {
            fault.fields = [
                Fault.Field(pointer: pointer, code: error.rawValue, detail: error.detail)
            ]
        }
        fault.retryAfterSeconds = retryAfterSeconds
        fault.current = current
        self.fault = fault
    }

    /// Refuses with the current row.
    public init(_ error: some ServiceError, current: some Encodable) throws {
        self.init(error, at: nil, current: try WireEncoder().encode(current))
    }
}

/// Runs a check of one field, and adds the field's pointer to its refusal.
public func at<Value, E: ServiceError>(
    _ pointer: String,
    _ check: () throws(E) -> Value
) throws(Refusal) -> Value {
    do {
        return try check()
    } catch {
        throw Refusal(error, at: pointer)
    }
}
