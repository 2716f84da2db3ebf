import ChallengesAPI
import Wire

/// All that is wrong with the fields of one call, refused together.
///
/// Its code is that of the first field; every field has its own.
struct Problems: Faultable {
    private var found: [(error: ChallengesError, pointer: String)] = []

    /// Whether nothing is wrong.
    var isEmpty: Bool { found.isEmpty }

    var fault: Fault {
        var fault = (found.first?.error.fault) ?? WireError.malformed.fault
        fault.fields = found.map { problem in
            Fault.Field(
                pointer: problem.pointer,
                code: problem.error.rawValue,
                detail: problem.error.detail
            )
        }
        return fault
    }

    /// Notes what is wrong with a field.
    mutating func add(_ error: ChallengesError, at pointer: String) {
        found.append((error, pointer))
    }

    /// Runs a check of a field, and notes its refusal; `nil` is then no value to go on with.
    mutating func check<Value>(
        _ pointer: String,
        _ check: () throws(ChallengesError) -> Value
    ) -> Value? {
        do {
            return try check()
        } catch {
            add(error, at: pointer)
            return nil
        }
    }

    /// Refuses if anything is wrong.
    func refuse() throws(Problems) {
        guard isEmpty else { throw self }
    }
}
