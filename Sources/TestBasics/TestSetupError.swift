/// Why a test cannot have what it needs of the machine, in one line.
public struct TestSetupError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
