/// What a suite needs, and cannot have: one line.
public struct StagingError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
