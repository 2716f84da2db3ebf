import Foundation
import Testing

/// The files of `protocol/`, as they stand before a test writes anything.
enum GoldenFile {
    static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "protocol")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: directory.appending(path: path), encoding: .utf8)
    }

    /// Lines that say something: neither empty nor comments.
    static func lines(_ path: String) -> [String] {
        ((try? text(path)) ?? "").split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// The names of the files in a directory, in order.
    static func names(in path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: directory.appending(path: path).path
        )
        return (names ?? []).sorted()
    }

    static func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: directory.appending(path: path))
    }

    /// Whether differences are to be written instead of reported.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["GOLDEN"] == "record"
    }
}
