/// A call that changes what its fields name and leaves the rest, so that in its JSON null is not
/// the same as absent (RFC 7396): it empties a field that can be empty, and is refused at any
/// other.
///
/// On the wire there is no such null: services get an empty text or a list without items.
public protocol MergePatch: Call {
    /// The texts that null empties.
    static var emptiedTexts: [String] { get }
    /// The lists that null empties.
    static var emptiedLists: [String] { get }
}

extension MergePatch {
    /// None.
    public static var emptiedTexts: [String] { [] }
    /// None.
    public static var emptiedLists: [String] { [] }
}
