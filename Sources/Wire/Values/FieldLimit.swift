public import Values

/// What a field may hold beyond its type.
///
/// Declared once, beside the field. `calls.txt` and `openapi.yaml` tell it; of what comes from
/// outside, the service checks it.
public enum FieldLimit: Hashable, Sendable {
    /// A text of some length.
    case text(TextLimit)
    /// How many items a list has.
    case items(ClosedRange<Int>)
    /// How many items a list has, none of them twice.
    case distinctItems(ClosedRange<Int>)
    /// A number, and the one that counts when the field is absent.
    case number(ClosedRange<Int>, standard: Int? = nil)
    /// A number that has no greatest value.
    case atLeast(Int)
    /// An amount.
    case amount(ClosedRange<Amount>)
    /// A text that is one of these.
    case words([String])

    /// The number of items on a page.
    public static let page = FieldLimit.number(PageLimit.counts, standard: PageLimit.standard)
}

/// The limits of a type's fields, by the fields' names.
public typealias FieldLimits = [String: FieldLimit]

/// A type on the wire whose fields have limits.
public protocol Limited {
    /// The limits; fields without one are not listed.
    static var limits: FieldLimits { get }
}
