public import FoundationEssentials
import Synchronization
public import Values

/// Counts the bytes that this process stored for each user on the current day in UTC.
///
/// Its memory is fixed: each user has one counter in each of four rows, picked by hashes that
/// differ in every process, and the smallest counts. Others may share a counter, so a count can be
/// too high, though hardly ever, and is never too low.
final class DailyBytes: Sendable {
    private static let rows = 4
    private static let countersPerRow = 16_384
    private static let day: Int64 = 86_400_000_000

    private struct State {
        var day = Int64.min
        var counters: [Int64] = []
    }

    private let state = Mutex(State())

    /// Counts more bytes of a user, unless the day's count would exceed `max`; returns whether it
    /// counted them.
    func take(_ bytes: Int, of user: UUID, upTo max: Int64, at now: Instant) -> Bool {
        let indices = (0..<Self.rows).map { row in
            var hasher = Hasher()
            hasher.combine(row)
            hasher.combine(user)
            let column = Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.countersPerRow))
            return row * Self.countersPerRow + column
        }
        let today = now.microseconds / Self.day
        return state.withLock { state in
            // A clock that is set back does not begin the day again.
            if today > state.day {
                state.day = today
                state.counters = Array(repeating: 0, count: Self.rows * Self.countersPerRow)
            }
            let count = indices.map { state.counters[$0] }.min() ?? 0
            guard count + Int64(bytes) <= max else { return false }
            for index in indices { state.counters[index] += Int64(bytes) }
            return true
        }
    }
}

extension Database {
    /// Counts bytes that are stored for a user only so that they can be repeated; returns `false`,
    /// and counts nothing, if this process has stored `Options.storedBytesPerDay` for them today.
    public func takeStoredBytes(_ bytes: Int, of user: UUID, at now: Instant) -> Bool {
        dailyBytes.take(bytes, of: user, upTo: options.storedBytesPerDay, at: now)
    }
}
