import Synchronization

/// Counts from 0. Each number goes to one virtual user, so that no two play the same person.
final class PersonCounter: Sendable {
    private let taken = Atomic(0)

    /// Takes the next number.
    func next() -> Int {
        taken.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}
