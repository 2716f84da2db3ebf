import IdentityAPI
import Values

/// The local days of a person, lived through hour by hour: by the clock of where they are, and
/// never back (2.9-local-day). Says nothing of days to come.
///
/// Zones are whole hours ahead of UTC, so that a day begins with an hour; hours are counted since
/// 1970.
struct LivedDays {
    /// An offset from UTC, and from which hour it holds.
    private struct Stay {
        let since: Int
        let offset: Int
    }

    private let firstHour: Int
    /// The day of each hour.
    private var days: [Int] = []
    private var stays: [Stay]

    /// Somebody who has been in UTC for long.
    init(at hour: Int) {
        firstHour = hour - 400
        stays = [Stay(since: firstHour, offset: 0)]
        while now < hour { live() }
    }

    /// The present hour.
    var now: Int { firstHour + days.count - 1 }
    var today: Int { days[days.count - 1] }

    func day(at hour: Int) -> Int { days[hour - firstHour] }

    /// The first hour that was on a later day; `nil` if none was yet.
    func end(of day: Int) -> Int? {
        days.firstIndex { $0 > day }.map { firstHour + $0 }
    }

    /// Lives one more hour.
    mutating func live() {
        let hour = firstHour + days.count
        days.append(max(days.last ?? .min, (hour + offset(at: hour)) / 24))
    }

    /// Moves to another zone, from a midnight of the present one on, and at least 30 hours after
    /// the last move; one that does not hold yet is replaced.
    ///
    /// - Returns: The last four zones.
    mutating func move(to offset: Int) -> [ZoneChange] {
        let present = now
        stays.removeAll { $0.since > present }
        let earliest = max(now + 1, (stays.last?.since ?? now) + 30)
        let held = self.offset(at: now)
        let midnight = (earliest...).first { ($0 + held) % 24 == 0 } ?? earliest
        stays.append(Stay(since: midnight, offset: offset))
        return stays.suffix(4).map { stay in
            ZoneChange(since: Instant(hour: stay.since), name: Self.name(of: stay.offset))
        }
    }

    private func offset(at hour: Int) -> Int {
        stays.last { $0.since <= hour }?.offset ?? 0
    }

    /// The name of a zone that many hours ahead of UTC; its sign is the other one.
    private static func name(of offset: Int) -> String {
        offset == 0 ? "UTC" : offset > 0 ? "Etc/GMT-\(offset)" : "Etc/GMT+\(-offset)"
    }
}

extension Instant {
    /// The beginning of an hour.
    init(hour: Int) {
        self.init(microseconds: Int64(hour) * 3_600_000_000)
    }

    /// The hour that it is in.
    var hour: Int { Int(microseconds / 3_600_000_000) }
}
