import Logging
import Metrics
import Values
import Wire
import Zones

extension Host {
    /// Reads the time zones of the machine.
    ///
    /// - Throws: `SettingError` if they cannot be used.
    func readZones() throws(SettingError) {
        let zones: Zones
        do {
            zones = try Zones.opened.get()
        } catch {
            throw SettingError(line: error.line)
        }
        self.zones = zones
        Gauge(label: "gauntlet_tzdata_info", dimensions: [("release", zones.release)]).record(1)
    }

    /// Logs the release of time zones, and a warning if it is over a year old: governments change
    /// the rules several times a year.
    static func report(_ zones: Zones, at now: Instant, to logger: Logger) {
        logger.notice("Time zones were read.", metadata: ["tzdata": "\(zones.release)"])
        guard let writtenAt = zones.writtenAt, writtenAt + .days(365) < now else { return }
        logger.warning(
            """
            The time zones are over a year old, so that days may begin at wrong times: upgrade the \
            package tzdata, or build a new image, and restart the process.
            """,
            metadata: ["tzdata": "\(zones.release)", "written": "\(writtenAt)"]
        )
    }
}

extension ServiceName {
    /// Whether the service counts days in time zones.
    var countsDays: Bool {
        switch self {
        case .identity, .challenges, .scoring: true
        case .media, .gateway, .operator: false
        }
    }
}
