import ChallengesAPI
import ChallengesCore
import Identifiers
package import Logging
package import Outbox
import Synchronization
import Values
import Zones

/// Follows the rules of time zones (2.9-zone-rules): at the start of the process, and once a
/// minute, derives the start and the end of contests from their days if an older release of the
/// time zones derived them. What has happened stays, and so do all days.
package final class ContestZones: Sendable {
    private let changes: ContestChanges
    private let logger: Logger
    private let missing = Mutex<[String]>([])

    /// The maximum number of contests that are read at a time.
    private static let batch = 500

    package init(
        changes: ContestChanges,
        logger: Logger = Logger(label: "gauntlet.zones")
    ) {
        self.changes = changes
        self.logger = logger
    }

    /// Whether files of time zones of unfinished contests are missing.
    package var areMissing: Bool { missing.withLock { !$0.isEmpty } }

    /// The loop that follows the rules, once a minute.
    package var task: PeriodicTask {
        PeriodicTask(
            every: .seconds(60),
            rest: .seconds(60),
            complaint: "Contests could not be moved to new rules of time zones; will retry."
        ) { [self] in
            try await follow()
        }
    }

    /// Follows the rules once.
    ///
    /// - Returns: The number of contests that were looked at.
    @discardableResult
    package func follow() async throws -> Int {
        try await reportMissing()
        try await warnOfNewer()
        return try await derive()
    }

    /// Logs the time zones of unfinished contests that this process has no file of.
    private func reportMissing() async throws {
        let names = try await changes.database.zonesOfUnfinishedContests()
            .filter { changes.rules.zones.zone(named: $0) == nil }
        missing.withLock { $0 = names }
        guard !names.isEmpty else { return }
        logger.error(
            """
            Files of time zones of unfinished contests are missing, or are damaged: these contests \
            count by UTC here. Install the package tzdata with all its zones, and restart the \
            process.
            """,
            metadata: ["zones": "\(names.joined(separator: ", "))"]
        )
    }

    /// Logs that another process derived contests by a newer release.
    private func warnOfNewer() async throws {
        let zones = changes.rules.zones
        guard
            let newest = try await changes.database.newestZoneRelease(),
            zones.isOlder(than: newest)
        else { return }
        logger.warning(
            """
            Another process counts days by newer time zones: upgrade the package tzdata on this \
            machine, or use the same image, and restart the process.
            """,
            metadata: ["tzdata": "\(zones.release)", "newer": "\(newest)"]
        )
    }

    /// Derives all contests that an older release derived. One that fails does not stop the others.
    private func derive() async throws -> Int {
        let left = missing.withLock(\.self)
        var (count, last): (Int, ChallengeID?) = (0, nil)
        var failure: (any Error)?
        while true {
            let contests = try await changes.database.contests(
                derivedBefore: changes.rules.zones.release,
                without: left,
                after: last,
                limit: Self.batch
            )
            for contest in contests {
                do {
                    try await changes.passTime(of: contest)
                } catch {
                    failure = failure ?? error
                }
            }
            count += contests.count
            last = contests.last
            guard contests.count == Self.batch else { break }
        }
        if let failure { throw failure }
        return count
    }
}

extension ContestRecord {
    /// Whether the start or the end follows from a day, has not happened yet, and was derived by an
    /// older release of the time zones, or by an unknown one.
    func isOutdated(in zones: Zones) -> Bool {
        switch life.state {
        case .draft, .scheduled, .active: break
        case .settling, .completed, .cancelled: return false
        }
        guard
            life.wholeDays || life.startsOn != nil || life.endsOn != nil,
            life.zoneRelease.map(zones.isNewer) ?? true
        else { return false }
        return zones.zone(named: timeZone) != nil
    }

    /// The contest with its days, and with the moments that follow from them by the rules of the
    /// process, unless they have happened. A notice of the end that was given is not given again.
    func derived(under rules: ContestRules) -> ContestRecord {
        let zone = zone(in: rules.zones)
        var next = self
        var times = life.times.dated(in: zone)
        times.zoneRelease = rules.zones.release
        if life.state != .active, let day = times.startsOn { times.startsAt = zone.start(of: day) }
        if let day = times.endsOn {
            let end = zone.start(of: day.next)
            // The end comes after the start, by a microsecond if it ends as it begins.
            times.endsAt = max(end, times.startsAt.map { $0 + .microseconds(1) } ?? end)
        }
        next.life.times = times
        if life.nextNotice(rules) == nil, let due = next.life.nextNotice(rules) {
            next.life.toldUntil = due
        }
        let isMoved = times.startsAt != life.startsAt || times.endsAt != life.endsAt
        if isMoved { next.life.version += 1 }
        return next
    }
}
