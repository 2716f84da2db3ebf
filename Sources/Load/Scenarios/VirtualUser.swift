/// Somebody who asks, one step after the other.
public protocol VirtualUser: Sendable {
    /// Takes the next step, and says what became of it. Never takes two at a time.
    mutating func step() async -> StepOutcome
}

/// What became of one step.
public struct StepOutcome: Hashable, Sendable {
    /// Which of the scenario's steps it was.
    public var step: Int
    /// `nil` for success; otherwise what went wrong: a fault's code, or a problem's.
    public var code: String?

    public init(step: Int = 0, code: String? = nil) {
        self.step = step
        self.code = code
    }
}
