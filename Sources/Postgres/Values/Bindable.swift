/// A value that can be interpolated into an `SQL` statement.
///
/// An enumeration with a bindable raw value needs only `extension Grade: Bindable {}`.
public protocol Bindable: Sendable {
    /// The type that is sent to the server.
    static var boundType: DataType { get }

    /// The type of an array of such values.
    static var boundArrayType: DataType { get }

    /// Writes the value as one item.
    func bind(to binds: inout Binds)

    /// Writes an array of such values as one item.
    static func bind(all values: [Self], to binds: inout Binds)
}

extension Bindable {
    public static func bind(all values: [Self], to binds: inout Binds) {
        binds.item { binds in
            binds.raw(Int32(values.isEmpty ? 0 : 1))
            binds.raw(Int32(1))
            binds.raw(boundType.rawValue)
            guard !values.isEmpty else { return }
            binds.raw(Int32(values.count))
            binds.raw(Int32(1))
            for value in values {
                value.bind(to: &binds)
            }
        }
    }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    public static var boundType: DataType { RawValue.boundType }
    public static var boundArrayType: DataType { RawValue.boundArrayType }

    public func bind(to binds: inout Binds) {
        rawValue.bind(to: &binds)
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    public static var boundType: DataType { Wrapped.boundType }
    public static var boundArrayType: DataType { Wrapped.boundArrayType }

    public func bind(to binds: inout Binds) {
        if let self {
            self.bind(to: &binds)
        } else {
            binds.null()
        }
    }
}

extension Array: Bindable where Element: Bindable {
    public static var boundType: DataType { Element.boundArrayType }

    /// Of the array types only `bytea` has its own array type.
    public static var boundArrayType: DataType {
        boundType == .bytes ? .bytesArray : .unspecified
    }

    public func bind(to binds: inout Binds) {
        Element.bind(all: self, to: &binds)
    }
}
