import Foundation

/// A temporary directory for the length of a measurement.
public struct Scratch: Sendable {
    public let path: String

    /// Runs `body` with a new directory, which is always removed.
    ///
    /// - Parameter body: Receives the directory.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func run<Result>(
        _ body: (Scratch) async throws -> Result
    ) async throws -> Result {
        let path = "/tmp/gauntlet-bench.\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(Scratch(path: path))
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The name in the directory.
    /// - Returns: The path.
    /// - Throws: When the file cannot be written.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }
}
