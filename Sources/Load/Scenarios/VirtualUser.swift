/// A simulated user that takes one step after another.
public protocol VirtualUser: Sendable {
    /// Takes the next step and returns its outcome. Never called concurrently.
    mutating func step() async -> StepOutcome
}

/// The outcome of one step.
public struct StepOutcome: Hashable, Sendable {
    /// The index of the step in the scenario's list.
    public var step: Int
    /// `nil` for success; otherwise the code of the fault or problem.
    public var code: String?

    public init(step: Int = 0, code: String? = nil) {
        self.step = step
        self.code = code
    }
}
