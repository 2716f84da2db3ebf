import IdentityAPI
import Wire

/// Collects what is wrong with the fields of a call, so that all of it is told at once.
struct FieldProblems {
    private var found: [(error: IdentityError, field: Fault.Field)] = []

    /// Runs a check; `nil` where it refuses.
    mutating func at<Value>(
        _ pointer: String,
        _ check: () throws(IdentityError) -> Value
    ) -> Value? {
        do {
            return try check()
        } catch {
            add(error, at: pointer)
            return nil
        }
    }

    /// Notes that a field is wrong.
    mutating func add(_ error: IdentityError, at pointer: String) {
        found.append(
            (error, Fault.Field(pointer: pointer, code: error.rawValue, detail: error.detail))
        )
    }

    /// The refusal that names every field; `nil` where nothing is wrong. A single problem speaks
    /// for itself, several under `summary`.
    func refusal(_ summary: IdentityError) -> FieldsRefusal? {
        guard let first = found.first else { return nil }
        var fault = (found.count == 1 ? first.error : summary).fault
        fault.fields = found.map(\.field)
        return FieldsRefusal(fault: fault)
    }
}

/// A refusal because of several fields.
struct FieldsRefusal: Faultable {
    let fault: Fault
}
