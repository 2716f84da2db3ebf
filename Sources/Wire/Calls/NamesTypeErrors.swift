/// A call that has errors of its own for fields whose value has another type, such as a text where
/// a number is expected. Each is reported at its field, in place of the general error.
public protocol NamesTypeErrors: Call {
    /// The errors, by the fields' names.
    static var typeErrors: KeyValuePairs<String, any ServiceError> { get }
}

extension NamesTypeErrors {
    /// The error for the field that a JSON pointer leads to.
    static func typeError(at pointer: String) -> (any ServiceError)? {
        typeErrors.first { pointer.hasBytes(of: "/\($0.key)") }?.value
    }
}

extension WireDecodingError {
    /// The refusal that a call has for its field with another type; `nil` where it has none.
    public func refusal(of call: any Call.Type) -> Refusal? {
        guard reason == .mismatch, let naming = call as? any NamesTypeErrors.Type else {
            return nil
        }
        return naming.typeError(at: pointer).map { Refusal($0, at: pointer) }
    }
}
