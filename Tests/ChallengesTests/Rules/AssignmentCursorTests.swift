import ChallengesAPI
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges

struct AssignmentCursorTests {
    @Test func `a cursor survives a round trip`() throws {
        let cursor = AssignmentCursor(sentAt: .noon, id: AssignmentID())
        #expect(try AssignmentCursor(cursor.page.text) == cursor)
        #expect(try AssignmentCursor(AssignmentCursor.start.page.text) == .start)
    }

    @Test(arguments: [
        ["1"], ["-1", "\(AssignmentID())"], ["1", "\(AssignmentID())x"],
        ["1", "\(AssignmentID())", ""],
        ["\(AssignmentCursor.start.sentAt.microseconds + 1)", "\(AssignmentID())"],
        ["9223372036854775808", "\(AssignmentID())"],
    ])
    func `anything else is refused`(parts: [String]) {
        #expect(throws: ChallengesError.cursorInvalid) {
            try AssignmentCursor(PageCursor("assignments", parts).text)
        }
    }

    @Test func `another list's cursor is refused`() {
        let text = PageCursor("friends", ["1", "\(AssignmentID())"]).text
        #expect(throws: ChallengesError.cursorInvalid) { try AssignmentCursor(text) }
    }
}
