import Foundation
import TestKit
import Testing

/// `CWebFiles.c` embeds the files of the web client.
@Suite struct WebFilesTests {
    private static let target = GoldenFile.directory.deletingLastPathComponent()
        .appending(path: "Sources/CWebFiles")
    /// A page for those who write the client, which is served only from a directory.
    private static let unshipped: Set = ["app/parts.html", "app/parts-page.js"]

    private static func paths() throws -> [String] {
        let files = target.appending(path: "files").path
        return try FileManager.default.subpathsOfDirectory(atPath: files).filter { path in
            var isDirectory: ObjCBool = false
            let file = "\(files)/\(path)"
            return FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
                && !isDirectory.boolValue && !unshipped.contains(path)
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    @Test func `every file of the web client is embedded`() throws {
        let paths = try Self.paths()
        let arrays = paths.enumerated().map { number, path in
            """
            static const unsigned char file_\(number)[] = {
            #embed "files/\(path)"
            };

            """
        }
        let rows = paths.enumerated().map { number, path in
            "    {\"\(path)\", file_\(number), sizeof file_\(number)},\n"
        }
        try expectGolden(
            """
            // The files of the web client. Written by GOLDEN=record, never by hand.
            #include "CWebFiles.h"

            #pragma clang diagnostic ignored "-Wc23-extensions"

            \(arrays.joined(separator: "\n"))
            static const struct web_file files[] = {
            \(rows.joined())};

            const struct web_file *web_files(void) { return files; }

            size_t web_files_count(void) { return sizeof files / sizeof files[0]; }

            """,
            matches: "Sources/CWebFiles/CWebFiles.c"
        )
    }

    @Test func `a file of the web client is not empty, and its path needs no escapes`() throws {
        let plain = /[a-z0-9_-]+([.\/][a-z0-9_-]+)*/
        for path in try Self.paths() {
            #expect(path.wholeMatch(of: plain) != nil, "\(path)")
            let file = Self.target.appending(path: "files/\(path)")
            #expect(try !Data(contentsOf: file).isEmpty, "\(path)")
        }
    }
}
