/// Why a local cluster cannot start, in one line for the operator.
public struct ClusterError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
