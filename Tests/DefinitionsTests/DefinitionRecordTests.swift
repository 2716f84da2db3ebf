import ChallengesTestKit
import Identifiers
import Testing
import Values

@testable import Challenges
@testable import Definitions

/// When two definitions say the same. One of them may come from a call that nothing has checked
/// yet, with texts of any length: they are compared by their bytes (2.14-limits).
struct DefinitionRecordTests {
    private let blank = DefinitionRecord(
        id: DefinitionID(),
        author: UserID(),
        at: Instant(microseconds: 0)
    )

    @Test func `texts are the same byte by byte`() {
        for text in [\DefinitionRecord.category, \.unit] {
            var (one, other) = (blank, blank)
            one[keyPath: text] = "caf\u{E9}"
            #expect(!one.says(whatIsSaidBy: blank))
            #expect(one.says(whatIsSaidBy: one))
            other[keyPath: text] = "cafe\u{301}"
            #expect(!one.says(whatIsSaidBy: other))
        }
    }
}
