import Foundation
import TestBasics
import Testing
import Values

@testable import Zones

/// Names of zones, and their files (2.9-zones).
struct ZonesTests {
    private static let good = TZifFile.fixed(3_600)

    private func zones(
        _ zones: [String: TZifFile] = ["Europe/Here": good],
        links: [String: String] = [:],
        _ change: (ZoneDirectory) throws -> Void = { _ in }
    ) throws -> Zones {
        let directory = try ZoneDirectory(release: "2026b", zones: zones, links: links)
        return try withExtendedLifetime(directory) {
            try change(directory)
            return try Zones(directory: directory.path)
        }
    }

    /// Why a directory is refused; `nil` if it is not.
    private func problem(_ change: (ZoneDirectory) throws -> Void) throws -> String? {
        do {
            _ = try zones(["Europe/Here": Self.good, "Europe/There": Self.good], change)
            return nil
        } catch let error as ZonesError {
            #expect(error.line.contains("Install the package tzdata, or set TZDIR"))
            #expect(!error.line.contains("\n"))
            return error.problem
        }
    }

    @Test func `every name of the system's database but Factory is a zone, in any case`() throws {
        let zones = try Zones.opened.get()
        let index = try ZoneIndex(
            Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/tzdata.zi")))
        )
        #expect(index.names.count > 400, "is tzdata installed?")
        #expect(zones.release == index.release)
        for name in index.names {
            let zone = zones.zone(named: name)
            #expect(zone != nil, "\(name)")
            for text in [name, name.lowercased(), name.uppercased()] {
                #expect(zones.spelling(of: text) == name)
                #expect(zones.zone(named: text) == zone)
            }
        }
        for name in ["GMT", "EST5EDT", "Japan", "US/Pacific", "Asia/Calcutta", "Europe/Kyiv"] {
            #expect(index.names.contains(name))
        }
    }

    @Test(arguments: [
        "", "Factory", "factory", "PST", "CEST", "GMT+2", "UTC+2", "+02:00", "-0330", "Z",
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+02>-2", ":Europe/Berlin", "Berlin", "/", "Europe/",
        "Europe", "America", "/Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin",
        "Europe//Berlin", "../Berlin", "Europe/../Europe/Berlin", "Europe/./Berlin",
        "./Europe/Berlin", "Europe/Berlin/", "posix/Europe/Berlin", "right/Europe/Berlin",
        "Europe/Berlin\0", "Europe/Berlin ", " Europe/Berlin", "Europe/Ber\u{301}lin",
        "Europe/Berlin.tab", "Europe\\Berlin", "Europe/A/B/C", "localtime", "posixrules",
        "tzdata.zi", "zone.tab", "America/New_Yor\u{212A}", String(repeating: "x", count: 1_000),
    ])
    func `what is no name is refused`(text: String) {
        #expect(Zones.system.spelling(of: text) == nil)
        #expect(Zones.system.zone(named: text) == nil)
    }

    @Test func `all files are read at the start, and none later`() throws {
        let directory = try ZoneDirectory(
            release: "2026b",
            zones: ["Europe/Here": .fixed(3_600), "Europe/There": .fixed(3_600)]
        )
        let zones = try Zones(directory: directory.path)
        let here = try #require(zones.zone(named: "Europe/Here"))
        // The package is upgraded while the process runs.
        for name in ["Europe/Here", "Europe/There", "Europe/New"] {
            try directory.write(name, TZifFile.fixed(7_200).bytes)
        }
        #expect(zones.zone(named: "Europe/Here") == here)
        #expect(zones.zone(named: "Europe/There") == here)
        #expect(zones.zone(named: "Europe/New") == nil)
        let next = try Zones(directory: directory.path)
        #expect(next.zone(named: "Europe/There") != here)
        withExtendedLifetime(directory) {}
    }

    @Test func `a name without a file has that of the zone that it stands for`() throws {
        let links = ["Here": "Europe/Here", "Europe/Alone": "Europe/Nowhere"]
        let zones = try zones(links: links)
        #expect(zones.spelling(of: "here") == "Here")
        let here = zones.zone(named: "Europe/Here")
        #expect(here != nil && zones.zone(named: "here") == here)
        #expect(zones.zone(named: "Europe/Alone") == nil)
    }

    @Test func `a missing file is no zone, and most of them make the directory unusable`() throws {
        let two = ["Europe/Here": Self.good, "Europe/There": Self.good]
        let zones = try zones(two) { try $0.remove("Europe/There") }
        #expect(zones.zone(named: "Europe/Here") != nil)
        #expect(zones.zone(named: "Europe/There") == nil)
        #expect(zones.zone(named: "UTC") == .utc)
        let all = try problem {
            try $0.remove("Europe/Here")
            try $0.remove("Europe/There")
        }
        #expect(all == "most files that tzdata.zi names are missing")
    }

    @Test func `an empty or cut directory is refused`() throws {
        #expect(try problem { _ in } == nil)
        #expect(try problem { try $0.remove("tzdata.zi") } == "there is no file tzdata.zi")
        let texts = [
            ("", "tzdata.zi is cut"), ("# version 2026b\nZ Europe/He", "tzdata.zi is cut"),
            ("# version 2026b\n", "tzdata.zi names no zone"),
            ("# version 2026b\nZ Factory 0 - -00\n", "tzdata.zi names no zone"),
            ("Z Europe/Here 0 - UTC\n", "the first line of tzdata.zi names no release"),
            (
                "# version unknown\nZ Europe/Here 0 - UTC\n",
                "the first line of tzdata.zi names no release"
            ),
        ]
        for (text, said) in texts {
            #expect(try problem { try $0.write("tzdata.zi", Array(text.utf8)) } == said)
        }
        let bytes = Self.good.bytes
        for cut in [[], Array(bytes.prefix(50)), Array(bytes.dropLast()), Array("TZif\n".utf8)] {
            #expect(
                try problem { try $0.write("Europe/There", cut) }
                    == "the file Europe/There is cut, or is no file of a zone"
            )
        }
        #expect(throws: ZonesError("there is no such directory", in: "/nonexistent")) {
            try Zones(directory: "/nonexistent")
        }
    }

    @Test func `a file that is damaged within is no zone`() throws {
        let zones = try zones(["Europe/Here": Self.good, "Europe/Bad": TZifFile(offsets: [])])
        #expect(zones.zone(named: "Europe/Bad") == nil)
        #expect(zones.zone(named: "Europe/Here") != nil)
    }

    @Test func `only a regular file of the directory is read`() throws {
        let outside = try ZoneDirectory(release: "2026b", zones: ["Europe/Out": Self.good])
        let names = ["Within", "Beside", "Out", "Loop", "Area", "Large"]
        var files = ["Europe/Here": Self.good, "Africa/There": Self.good]
        for number in 0..<8 { files["Etc/\(number)"] = Self.good }
        for name in names { files["Europe/\(name)"] = Self.good }
        let zones = try zones(files) { directory in
            func link(_ name: String, to target: String) throws {
                try directory.remove("Europe/\(name)")
                try FileManager.default.createSymbolicLink(
                    atPath: "\(directory.path)/Europe/\(name)",
                    withDestinationPath: target
                )
            }
            try link("Within", to: "Here")
            try link("Beside", to: "../Africa/There")
            try link("Out", to: "\(outside.path)/Europe/Out")
            try link("Loop", to: "Loop")
            try link("Area", to: "../Africa")
            let large = Self.good.bytes.dropLast() + [UInt8](repeating: 10, count: 70_000)
            try directory.write("Europe/Large", Array(large))
        }
        withExtendedLifetime(outside) {}
        for name in ["Here", "Within", "Beside"] {
            #expect(zones.zone(named: "Europe/\(name)") != nil, "\(name)")
        }
        for name in ["Out", "Loop", "Area", "Large"] {
            #expect(zones.zone(named: "Europe/\(name)") == nil, "\(name)")
        }
    }

    @Test func `names that lead out of the directory are left out`() throws {
        let text = """
            # version 2026b
            Z Europe/Here 0 - UTC
            Z ../Europe/Here 0 - UTC
            Z /etc/passwd 0 - UTC
            L ../../etc/passwd Europe/Link

            """
        let zones = try zones { try $0.write("tzdata.zi", Array(text.utf8)) }
        #expect(zones.zone(named: "Europe/Here") != nil)
        for name in ["../Europe/Here", "/etc/passwd", "Europe/Link"] {
            #expect(zones.zone(named: name) == nil)
        }
    }

    @Test func `releases are ordered as they were made`() throws {
        let zones = try zones()
        #expect(zones.release == "2026b")
        for older in ["2026a", "2025z", "1999c", ""] {
            #expect(zones.isNewer(than: older) && !zones.isOlder(than: older))
        }
        for newer in ["2026c", "2027a", "2026b-1-g0a1b2c3"] {
            #expect(zones.isOlder(than: newer) && !zones.isNewer(than: newer))
        }
        #expect(!zones.isNewer(than: "2026b") && !zones.isOlder(than: "2026b"))
    }

    @Test func `a file says what clocks show`() throws {
        let file = TZifFile(
            times: [-100, 0, 100],
            indices: [1, 0, 2],
            offsets: [0, 3_600, -89_999],
            footer: "\n\n"
        )
        let zone = try #require(Zone(tzif: file.bytes))
        let spans = [-101, -100, -1, 0, 99, 100, 1_000_000].map { zone.span(at: $0) }
        #expect(spans.map(\.offset) == [0, 3_600, 3_600, 0, 0, -89_999, -89_999])
        #expect(spans.map(\.end) == [-100, 0, 0, 100, 100, nil, nil])
    }

    /// What differs from a file that is read.
    private static let damaged: [(what: String, file: TZifFile)] = [
        ("version 1", TZifFile(version: 0)),
        ("no types", TZifFile(offsets: [])),
        ("a type that there is not", TZifFile(times: [0], indices: [1])),
        ("an index of no time", TZifFile(indices: [0])),
        ("times in no order", TZifFile(times: [5, 4], indices: [0, 0])),
        ("a time twice", TZifFile(times: [5, 5], indices: [0, 0])),
        ("an offset of more than a day east", TZifFile(offsets: [93_600])),
        ("an offset of more than a day west", TZifFile(offsets: [-90_000])),
        ("leap seconds", TZifFile(leapSeconds: 1)),
        ("no footer", TZifFile(footer: "")),
        ("half a footer", TZifFile(footer: "\n")),
        ("a footer without its beginning", TZifFile(footer: "UTC0\n")),
        ("a footer without its end", TZifFile(footer: "\nUTC0")),
        ("a rule that is none", TZifFile(footer: "\nUTC\n")),
        ("bytes after it", TZifFile(footer: "\nUTC0\n\n")),
        ("more types than are there", TZifFile(counts: [4: 257])),
        ("the most types", TZifFile(counts: [4: .max])),
        ("the most times", TZifFile(counts: [3: .max])),
        ("the most of all", TZifFile(counts: [0: .max, 1: .max, 3: .max, 4: .max, 5: .max])),
    ]

    @Test(arguments: damaged.indices)
    func `a damaged file is no zone`(index: Int) {
        let (what, file) = Self.damaged[index]
        #expect(Zone(tzif: file.bytes) == nil, "\(what)")
    }

    @Test func `the largest offsets are read`() {
        #expect(Zone(tzif: TZifFile(offsets: [93_599]).bytes) != nil)
        #expect(Zone(tzif: TZifFile(offsets: [-89_999]).bytes) != nil)
    }

    @Test func `a truncated file is no zone, wherever it ends`() throws {
        let bytes = TZifFile(times: [1, 2], indices: [0, 0]).bytes
        for count in bytes.indices { #expect(Zone(tzif: Array(bytes[..<count])) == nil) }
        #expect(Zone(tzif: bytes) != nil)
    }

    @Test func `arbitrary bytes are refused, or give a zone that answers`() throws {
        var dice = Dice(seed: 16)
        let berlin = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let files = [
            Array(berlin), TZifFile().bytes,
            TZifFile(
                times: [-5, 3],
                indices: [0, 1],
                offsets: [7, -7],
                footer: "\nEST5EDT,M3.2.0/3,J365/25\n"
            ).bytes,
        ]
        var zones = 0
        for round in 0..<6_000 {
            var bytes = files[round % files.count]
            for _ in 0..<Int.random(in: 1...6, using: &dice) {
                let index = Int.random(in: 0..<bytes.count, using: &dice)
                bytes[index] = UInt8(truncatingIfNeeded: dice.next())
            }
            if round.isMultiple(of: 7) {
                bytes = (0..<Int.random(in: 0..<200, using: &dice)).map { _ in
                    UInt8(truncatingIfNeeded: dice.next())
                }
            }
            guard let zone = Zone(tzif: bytes) else { continue }
            zones += 1
            for _ in 0..<4 {
                let moment = Instant(microseconds: Int64(truncatingIfNeeded: dice.next()))
                #expect(zone.nextMidnight(after: moment).microseconds > moment.microseconds)
                _ = zone.start(of: zone.day(of: moment))
            }
        }
        #expect(zones > 100)
    }
}
