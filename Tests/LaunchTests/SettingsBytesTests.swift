import Testing
import Wire

@testable import Launch

/// Numbers of bytes in an operator's settings, valid and not.
struct SettingsBytesTests {
    private func settings(_ written: String?) throws -> Settings {
        try Settings(
            name: .media,
            environment: written.map { ["GAUNTLET_DISK_VALUE": $0] } ?? [:],
            arguments: ["mediad"]
        )
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("20", 20), ("007000", 7_000), ("1kB", 1_000),
            ("500MB", 500_000_000), ("1GB", 1_000_000_000), ("3TB", 3_000_000_000_000),
            ("1KiB", 1_024), ("256MiB", 268_435_456), ("2GiB", 2_147_483_648),
            ("1TiB", 1_099_511_627_776), ("9223372036854775807", .max),
        ] as [(String?, Int64?)]
    )
    func `a number of bytes may have a unit`(written: String?, bytes: Int64?) throws {
        #expect(try settings(written).bytes("disk.value", in: 20...Int64.max) == bytes)
    }

    @Test(arguments: [
        "19", "-1", "+20", "1.5GB", "1 GB", "GB", "1gb", "1B", "1GBMB", "20000kb", "1e9", "２0",
        "9223372036854775808", "9223373TB",
    ])
    func `anything else is refused in one line`(written: String) throws {
        let settings = try settings(written)
        let error = #expect(throws: SettingError.self) {
            try settings.bytes("disk.value", in: 20...Int64.max)
        }
        #expect(
            error?.line
                == "GAUNTLET_DISK_VALUE (--disk-value) must be a number of bytes such as 500MB or 2GiB, at least 20, not “\(written)”"
        )
    }

    @Test func `a value replaces its default, if it is set`() throws {
        var bytes: Int64 = 30
        try settings(nil).read("disk.value", bytesIn: 20...40, into: &bytes)
        #expect(bytes == 30)
        try settings("40").read("disk.value", bytesIn: 20...40, into: &bytes)
        #expect(bytes == 40)
        #expect(throws: SettingError.self) {
            try settings("41").read("disk.value", bytesIn: 20...40, into: &bytes)
        }
    }
}
