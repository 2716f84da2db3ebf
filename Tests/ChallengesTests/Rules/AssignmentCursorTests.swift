import ChallengesAPI
import Identifiers
import Testing
import Values

@testable import Challenges

struct AssignmentCursorTests {
    @Test func `a cursor comes back as it went`() throws {
        let cursor = AssignmentCursor(sentAt: .noon, id: AssignmentID())
        #expect(try AssignmentCursor(cursor.text) == cursor)
        #expect(try AssignmentCursor(AssignmentCursor.start.text) == .start)
    }

    @Test(arguments: [
        "", ".", "x", "zz.", "1.2.3", "-1.\(AssignmentID())", "1.\(AssignmentID())x",
        "\(String(AssignmentCursor.start.sentAt.microseconds + 1, radix: 36)).\(AssignmentID())",
        "zzzzzzzzzzzzzzzzzzzz.\(AssignmentID())",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: ChallengesError.cursorInvalid) { try AssignmentCursor(text) }
    }
}
