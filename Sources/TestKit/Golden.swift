import Foundation
public import Testing

/// Compares generated text with a reviewed file in the repository. With `GOLDEN=record` the file is
/// written instead.
///
/// - Parameters:
///   - text: The generated text.
///   - path: The file, relative to the root of the repository.
///   - sourceLocation: Where a difference is reported.
/// - Throws: When the file cannot be written.
public func expectGolden(
    _ text: String,
    matches path: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = repositoryRoot.appending(path: path)
    if ProcessInfo.processInfo.environment["GOLDEN"] == "record" {
        try Data(text.utf8).write(to: file, options: .atomic)
        return
    }
    let golden = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard golden != text else { return }
    let comment =
        "\(path) differs from the generated text. \(firstDifference(golden, text)) "
        + "If this is intended, run the tests with GOLDEN=record and read the diff."
    Issue.record(Comment(rawValue: comment), sourceLocation: sourceLocation)
}

/// The root of the repository that this file was compiled in.
private var repositoryRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}

private func firstDifference(_ golden: String, _ text: String) -> String {
    let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index =
        zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        ?? min(old.count, new.count)
    func line(_ lines: [Substring]) -> String {
        lines.indices.contains(index) ? "“\(lines[index])”" : "the end"
    }
    return "Line \(index + 1): the file has \(line(old)), the generated text has \(line(new))."
}
