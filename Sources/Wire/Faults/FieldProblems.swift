/// Collects the problems of a call's fields, so that one refusal reports all of them.
public struct FieldProblems<Problem: ServiceError>: Sendable {
    private var found: [(error: Problem, pointer: String)] = []

    public init() {}

    /// Whether there are no problems.
    public var isEmpty: Bool { found.isEmpty }

    /// Adds a problem with the field at a JSON pointer.
    public mutating func add(_ error: Problem, at pointer: String) {
        found.append((error, pointer))
    }

    /// Runs a check of a field and adds its refusal; returns `nil` when the check failed.
    public mutating func check<Value>(
        _ pointer: String,
        _ check: () throws(Problem) -> Value
    ) -> Value? {
        do {
            return try check()
        } catch {
            add(error, at: pointer)
            return nil
        }
    }

    /// The refusal that names every field; `wire.malformed` when there is no problem.
    ///
    /// - Parameter summary: The code for several problems; the first problem's when absent. A
    ///   single problem always uses its own code.
    /// - Returns: The refusal.
    public func refusal(_ summary: Problem? = nil) -> Refusal {
        guard let first = found.first else { return Refusal(WireError.malformed) }
        var fault = (found.count == 1 ? first.error : summary ?? first.error).fault
        fault.fields = found.map { problem in
            Fault.Field(
                pointer: problem.pointer,
                code: problem.error.rawValue,
                detail: problem.error.detail
            )
        }
        return Refusal(fault)
    }

    /// Throws a refusal if there are problems.
    public func refuse(_ summary: Problem? = nil) throws(Refusal) {
        guard isEmpty else { throw refusal(summary) }
    }
}
