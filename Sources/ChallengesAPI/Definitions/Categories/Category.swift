import Wire

/// A kind of workout (SF-18, SF-21).
public struct Category: Codable, Hashable, Sendable {
    /// Its id, such as `endurance`.
    public let id: String
    /// What people call it.
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
