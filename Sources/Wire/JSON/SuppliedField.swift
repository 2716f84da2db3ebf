public import FoundationEssentials

/// A field of a call that comes neither from the request's body nor from its query, but from its
/// path, a header, or the route. A body or a query with a field of that name is refused, as if
/// there were no such field.
public struct SuppliedField: Sendable {
    /// What the field is read from.
    public enum Value: Sendable {
        /// An ID.
        case id(UUID)
        /// `true` or `false`.
        case bool(Bool)
        /// A whole number; absent if `nil`.
        case integer(Int64?)
        /// A text; absent if `nil`.
        case text(String?)
    }

    let name: String
    let value: Value

    /// - Parameters:
    ///   - name: The name of the call's field.
    ///   - value: Its value.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    var node: JSONNode {
        switch value {
        case .id(let uuid): .uuid(uuid)
        case .bool(let value): .bool(value)
        case .integer(let number?): .number(String(number))
        case .integer(nil): .null
        case .text(let text?): .string(text)
        case .text(nil): .null
        }
    }
}
