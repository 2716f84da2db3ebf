import ChallengesAPI
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges

struct AssignmentCursorTests {
    @Test func `a cursor survives a round trip`() throws {
        let cursor = AssignmentCursor(sentAt: .noon, id: AssignmentID())
        #expect(try AssignmentCursor(cursor.text) == cursor)
        #expect(try AssignmentCursor(AssignmentCursor.start.text) == .start)
    }

    @Test(arguments: [
        "1", "-1\n\(AssignmentID())", "1\n\(AssignmentID())x", "1\n\(AssignmentID())\n",
        "\(AssignmentCursor.start.sentAt.microseconds + 1)\n\(AssignmentID())",
        "9223372036854775808\n\(AssignmentID())",
    ])
    func `anything else is refused`(keys: String) {
        #expect(throws: ChallengesError.cursorInvalid) {
            try AssignmentCursor(PageCursor<String>("assignments").text(keys))
        }
    }

    @Test func `another list's cursor is refused`() {
        let text = PageCursor<Int, AssignmentID>("friends").text(1, AssignmentID())
        #expect(throws: ChallengesError.cursorInvalid) { try AssignmentCursor(text) }
    }
}
