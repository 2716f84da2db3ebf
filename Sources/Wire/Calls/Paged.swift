/// A reply that is a page of a list. The gateway seals its cursor.
public protocol Paged: Codable {
    /// What to send as `cursor` for the next page; `nil` on the last one.
    var nextCursor: String? { get }
}
