import Foundation

/// A directory of time zones with the contents that a test chooses, as `TZDIR` names one. It is
/// removed with its last reference.
package final class ZoneDirectory: Sendable {
    package let path = "/tmp/gauntlet-zones.\(UInt64.random(in: 0...UInt64.max))"

    /// - Parameters:
    ///   - release: The release that `tzdata.zi` names.
    ///   - zones: The zones' files by name.
    ///   - links: Other names, and what each stands for; they have no files.
    /// - Throws: An error of the file system.
    package init(
        release: String,
        zones: [String: TZifFile],
        links: [String: String] = [:]
    ) throws {
        let names = zones.keys.sorted().map { "Z \($0) 0 - UTC\n" }
        let others = links.sorted { $0.key < $1.key }.map { "L \($0.value) \($0.key)\n" }
        try write("tzdata.zi", Array("# version \(release)\n\((names + others).joined())".utf8))
        for (name, file) in zones { try write(name, file.bytes) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes or replaces a file.
    package func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}

extension TZifFile {
    /// A zone whose clocks show one offset for ever, in seconds.
    package static func fixed(_ offset: Int32) -> TZifFile {
        TZifFile(offsets: [offset], footer: "\n\n")
    }

    /// A zone whose clocks show one offset until a second since 1970, and another from then on.
    package static func changed(_ old: Int32, to new: Int32, at second: Int64) -> TZifFile {
        TZifFile(times: [second], indices: [1], offsets: [old, new], footer: "\n\n")
    }
}
