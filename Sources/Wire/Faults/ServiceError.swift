public import NIOCore

/// An error that knows how it travels.
public protocol Faultable: Error {
    /// The error as the asker sees it.
    var fault: Fault { get }
}

/// Every way in which one service refuses: a stable code, a kind and a sentence each.
public protocol ServiceError: Faultable, CaseIterable, RawRepresentable<String>, Hashable, Sendable
{
    /// What whoever asked can do about it.
    var kind: Fault.Kind { get }
    /// One sentence for a person.
    var detail: String { get }
}

extension ServiceError {
    public var fault: Fault {
        Fault(code: rawValue, kind: kind, detail: detail)
    }
}

/// A service's refusal with what this one occasion adds: the fields, the present row, the wait.
public struct Refusal: Faultable, Hashable {
    public let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    /// Refuses because of one field, or of the call as a whole.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - pointer: The JSON pointer of the field that is to blame.
    ///   - retryAfterSeconds: How long to wait before asking again.
    ///   - current: The row as the asker may read it.
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

    /// Refuses with the row as it stands.
    public init(_ error: some ServiceError, current: some Encodable) throws {
        self.init(error, at: nil, current: try WireEncoder().encode(current))
    }
}

/// Runs a check whose refusal is about one field, and names the field in it.
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
