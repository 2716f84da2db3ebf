/// Collects what is wrong with the fields of a call, so that all of it is refused at once.
public struct FieldProblems<Problem: ServiceError>: Sendable {
    private var found: [(error: Problem, pointer: String)] = []

    public init() {}

    /// Whether nothing is wrong.
    public var isEmpty: Bool { found.isEmpty }

    /// Notes what is wrong with a field, which a JSON pointer names.
    public mutating func add(_ error: Problem, at pointer: String) {
        found.append((error, pointer))
    }

    /// Runs a check of a field, and notes its refusal; `nil` is then no value to go on with.
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

    /// The refusal that names every field; `wire.malformed` where none was noted.
    ///
    /// - Parameter summary: The code for several fields; that of the first field when absent. A
    ///   single problem speaks for itself.
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

    /// Refuses if anything is wrong.
    public func refuse(_ summary: Problem? = nil) throws(Refusal) {
        guard isEmpty else { throw refusal(summary) }
    }
}
