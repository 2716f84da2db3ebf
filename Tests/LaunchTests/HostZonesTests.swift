import Logging
import TestBasics
import TestKit
import Testing
import Values
import Wire
import Zones

@testable import Launch

/// The time zones of a process: which services read them, and what it logs about their age.
struct HostZonesTests {
    @Test func `services that count days read time zones`() {
        let services: [ServiceName] = [.identity, .challenges, .scoring, .media, .gateway]
        #expect(services.map(\.countsDays) == [true, true, true, false, false])
    }

    @Test func `the release is logged, and a warning once it is over a year old`() throws {
        let directory = try ZoneDirectory(release: "2026b", zones: ["Europe/Here": .fixed(0)])
        let zones = try withExtendedLifetime(directory) { try Zones(directory: directory.path) }
        let writtenAt = try #require(zones.writtenAt)
        let young = CapturedLog()
        Host.report(zones, at: writtenAt + .days(365), to: young.logger)
        #expect(young.lines.map(\.level) == [.notice])
        #expect(young.lines[0].metadata == ["tzdata": "2026b"])
        let old = CapturedLog()
        Host.report(zones, at: writtenAt + .days(365) + .microseconds(1), to: old.logger)
        #expect(old.lines.map(\.level) == [.notice, .warning])
        #expect(old.lines[1].metadata == ["tzdata": "2026b", "written": "\(writtenAt)"])
    }
}
