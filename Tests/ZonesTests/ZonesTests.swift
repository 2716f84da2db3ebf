import Foundation
import Synchronization
import TestBasics
import Testing
import Values

@testable import Zones

/// Names of zones, and their files (2.9-zones).
struct ZonesTests {
    /// A directory of files, which is gone afterwards.
    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
        for part in ["Europe", "posix/Europe"] {
            try FileManager.default.createDirectory(
                at: directory.appending(path: part),
                withIntermediateDirectories: true
            )
        }
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    @Test func `every zone of the system is read`() throws {
        let directory = "/usr/share/zoneinfo"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: directory)
        let names = paths.filter { path in
            let area = path.prefix { $0 != "/" }
            return area != path && !["posix", "right"].contains(area)
        }
        var isDirectory: ObjCBool = false
        for name in names + ["UTC"] {
            _ = FileManager.default.fileExists(
                atPath: "\(directory)/\(name)",
                isDirectory: &isDirectory
            )
            #expect((Zones.system.zone(named: name) != nil) != isDirectory.boolValue, "\(name)")
        }
        #expect(names.count > 300, "is tzdata installed?")
    }

    @Test(arguments: [
        "", "utc", "EST", "CET", "EST5EDT", "GMT+2", "GMT-0", "UTC+2", "+02:00", "-0330", "Z",
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+02>-2", ":Europe/Berlin", "Berlin", "/", "Europe/",
        "/Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin", "Europe//Berlin", "../Berlin",
        "Europe/../Europe/Berlin", "Europe/./Berlin", "./Europe/Berlin", "Europe/Berlin/",
        "europe/Berlin", "Europe/berlin", "posix/Europe/Berlin", "right/Europe/Berlin",
        "Europe/Berlin\0", "Europe/Berlin ", " Europe/Berlin", "Europe/Ber\u{301}lin",
        "Europe/Berlin.tab", "Europe\\Berlin", "Europe/A/B/C", "localtime", "posixrules",
        "Europe/-Berlin", "Europe/+1", "Europe/\(String(repeating: "x", count: 58))",
    ])
    func `what is no name is refused before any file is touched`(text: String) {
        let asked = Mutex<[String]>([])
        let zones = Zones { name in
            asked.withLock { $0.append(name) }
            return TZifFile().bytes
        }
        #expect(zones.zone(named: text) == nil)
        #expect(asked.withLock { $0 } == [])
    }

    @Test(arguments: [
        "Europe/Berlin", "America/Argentina/Buenos_Aires", "America/Port-au-Prince",
        "Etc/GMT+5", "Europe/\(String(repeating: "X", count: 57))",
    ])
    func `a zone is read once, if there is one`(name: String) {
        let asked = Mutex<[String]>([])
        let files = Mutex<[UInt8]?>(nil)
        let zones = Zones { name in
            asked.withLock { $0.append(name) }
            return files.withLock { $0 }
        }
        #expect(zones.zone(named: name) == nil)
        #expect(zones.zone(named: name) == nil)
        files.withLock { $0 = TZifFile().bytes }
        for _ in 0..<3 { #expect(zones.zone(named: name) == Zone(tzif: TZifFile().bytes)) }
        #expect(asked.withLock { $0 } == [name, name, name])
    }

    @Test func `only a regular file of the directory is read`() throws {
        try withDirectory { directory in
            func add(_ name: String, _ bytes: [UInt8]) throws {
                try Data(bytes).write(to: directory.appending(path: name))
            }
            func link(_ name: String, to target: String) throws {
                try FileManager.default.createSymbolicLink(
                    atPath: directory.appending(path: name).path,
                    withDestinationPath: target
                )
            }
            let good = TZifFile().bytes
            try add("Europe/Here", good)
            try add("posix/Europe/There", good)
            try add("Europe/Empty", [])
            try add("Europe/Large", good + [UInt8](repeating: 0, count: 70_000))
            try link("Europe/Within", to: "Here")
            try link("Europe/Beside", to: "../posix/Europe/There")
            try link("Europe/Out", to: "/usr/share/zoneinfo/UTC")
            try link("Europe/Loop", to: "Loop")
            try link("Europe/Area", to: "../Europe")
            let outside = directory.appendingPathExtension("outside")
            try Data(good).write(to: outside)
            defer { try? FileManager.default.removeItem(at: outside) }
            try link("Europe/Sibling", to: outside.path)
            let zones = Zones(directory: directory.path)
            for name in ["Here", "Within", "Beside"] {
                #expect(zones.zone(named: "Europe/\(name)") != nil, "\(name)")
            }
            for name in [
                "Empty", "Large", "Out", "Loop", "Area", "Sibling", "Nowhere", "Here/More",
            ] {
                #expect(zones.zone(named: "Europe/\(name)") == nil, "\(name)")
            }
        }
    }

    @Test func `without files there is UTC alone`() {
        let zones = Zones(directory: "/nonexistent")
        #expect(zones.zone(named: "UTC") == .utc)
        #expect(zones.zone(named: "Europe/Berlin") == nil)
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
