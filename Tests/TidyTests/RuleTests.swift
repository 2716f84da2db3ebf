import Foundation
import Testing

/// Every rule that code or tests cite by its id is written down in `protocol/rules.md`.
struct RuleTests {
    /// `2.2-approve`, `CA-17`, `K-06`: not part of a longer word or number.
    private static var cited: Regex<(Substring, Substring)> {
        /(?:^|[^\w.\-\/#])(2\.\d{1,2}-[a-z][a-z\-]*[a-z]|(?:CA|GC|FR|CH|SF|K)-\d{2})(?![\w\-])/
    }

    /// The ids that each file cites, read once for both tests.
    private static let citing = (Repository.files(in: "Sources") + Repository.files(in: "Tests"))
        .map { file in (file: file, ids: Set(file.text.matches(of: cited).map { String($0.1) })) }

    /// The ids that begin an entry of the list.
    private static func written() throws -> [String] {
        try Repository.text("protocol/rules.md").split(separator: "\n").compactMap { line in
            line.hasPrefix("- **")
                ? line.dropFirst(4).split(separator: "*").first.map(String.init) : nil
        }
    }

    @Test func `every id that is cited is written down`() throws {
        let written = Set(try Self.written())
        for (file, ids) in Self.citing where file.target != "TidyTests" {
            #expect(ids.subtracting(written).isEmpty, "\(file.path)")
        }
    }

    @Test func `every id that is written down is cited, once each`() throws {
        let written = try Self.written()
        #expect(Set(written).count == written.count)
        let cited = Self.citing.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
        #expect(Set(written).subtracting(cited).isEmpty)
    }
}
