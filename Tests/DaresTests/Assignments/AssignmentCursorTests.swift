import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

struct AssignmentCursorTests {
    private static let lists =
        [AssignmentLife.Party.recipient, .sender].flatMap { party in
            AssignmentOrder.allCases.map { AssignmentCursors(party: party, order: $0) }
        } + [AssignmentCursors(party: nil, order: .deadline)]

    private static func assignment(deadline: Instant?) -> AssignmentRecord {
        var life = AssignmentLife(deadline: deadline, sentAt: .noon)
        life.closedAt = .noon + .days(3)
        return AssignmentRecord(
            id: AssignmentID(),
            challenge: ChallengeID(),
            sender: UserID(),
            recipient: UserID(),
            life: life
        )
    }

    @Test func `a cursor is the end of its page`() throws {
        for deadline in [nil, .noon + .days(2)] as [Instant?] {
            let assignment = Self.assignment(deadline: deadline)
            for list in Self.lists {
                let at =
                    switch list.order {
                    case .sent: Instant.noon
                    case .deadline: deadline ?? .never
                    case .closed: .noon + .days(3)
                    }
                let cursor = try list.cursor(list.text(after: assignment))
                #expect(cursor == AssignmentCursor(at: at, id: assignment.id))
            }
        }
    }

    @Test func `without a cursor a list begins before its first`() throws {
        for list in Self.lists {
            let start = try list.cursor(nil)
            let isAscending = list.order == .deadline
            #expect(start.at == (isAscending ? Instant(microseconds: 0) : .never))
            let digits = start.id.description.filter { $0 != "-" }
            #expect(digits.allSatisfy { $0 == (isAscending ? "0" : "f") })
        }
    }

    @Test(arguments: [
        "1", "-1\n\(AssignmentID())", "1\n\(AssignmentID())x", "1\n\(AssignmentID())\n",
        "253402300800000000\n\(AssignmentID())", "9223372036854775808\n\(AssignmentID())",
    ])
    func `anything else is refused`(keys: String) {
        for name in ["assignments", "assignments.sender.sent", "home"] {
            for list in Self.lists {
                #expect(throws: ChallengesError.cursorInvalid) {
                    try list.cursor(PageCursor<String>(name).text(keys))
                }
            }
        }
    }

    @Test func `another list's cursor is refused`() {
        let assignment = Self.assignment(deadline: .noon)
        let friends = PageCursor<Int, AssignmentID>("friends").text(1, assignment.id)
        for (number, list) in Self.lists.enumerated() {
            #expect(throws: ChallengesError.cursorInvalid) { try list.cursor(friends) }
            for (other, another) in Self.lists.enumerated() where other != number {
                #expect(throws: ChallengesError.cursorInvalid) {
                    try list.cursor(another.text(after: assignment))
                }
            }
        }
    }

    @Test func `the previous release's cursors go on in the lists that it had`() throws {
        let cursor = AssignmentCursor(at: .noon, id: AssignmentID())
        let text = PageCursor<Instant, AssignmentID>("assignments").text(cursor.at, cursor.id)
        for list in Self.lists {
            if list.order == .sent {
                #expect(try list.cursor(text) == cursor)
            } else {
                #expect(throws: ChallengesError.cursorInvalid) { try list.cursor(text) }
            }
        }
    }
}
