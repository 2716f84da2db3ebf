import Wire

/// A category of workouts.
public struct Category: Codable, Hashable, Sendable {
    /// Its id, such as `endurance`.
    public let id: String
    /// Its name, as users see it.
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
