/// Why a suite's environment could not be set up, in one line.
public struct StagingError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
