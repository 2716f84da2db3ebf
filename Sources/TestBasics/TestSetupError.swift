/// Why a test's environment could not be set up, in one line.
public struct TestSetupError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
