import Identifiers
import Testing
import Values

@testable import Challenges

/// When two definitions say the same. One of them may come from a call that nothing has checked yet,
/// with texts of any length: they are compared by their bytes (2.14-limits).
struct DefinitionRecordTests {
    private static let texts: [WritableKeyPath<DefinitionRecord, String?> & Sendable] = [
        \.category, \.unit,
    ]

    private let blank = DefinitionRecord(
        id: DefinitionID(),
        author: UserID(),
        at: Instant(microseconds: 0)
    )

    @Test(arguments: texts.indices) func `texts are the same byte by byte`(index: Int) {
        var (one, other) = (blank, blank)
        one[keyPath: Self.texts[index]] = "caf\u{E9}"
        #expect(!one.says(whatIsSaidBy: blank))
        #expect(one.says(whatIsSaidBy: one))
        other[keyPath: Self.texts[index]] = "cafe\u{301}"
        #expect(!one.says(whatIsSaidBy: other))
    }
}
