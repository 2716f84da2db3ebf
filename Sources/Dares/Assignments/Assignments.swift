import ChallengesAPI
import ChallengesCore
import Identifiers
import People
import Postgres
import RPC
import Values
import Wire

/// The assignments of recipients: lists and moves.
struct Assignments: Sendable {
    let database: Database
    let pictures: Pictures
    let moves: Moves<DareRules>
    /// The maximum number of assignments that a block voids in one transaction.
    var voidedMax = 100
    /// Users by id. A point read may return at most 200 rows.
    let knownPeople: BatchLoader<UserID, Person>
    /// Pages of received assignments in all states.
    let received: BatchLoader<AssignmentsPage, ListedAssignments>
    /// Pages of sent assignments in all states.
    let sent: BatchLoader<AssignmentsPage, ListedAssignments>

    init(database: Database, media: any Caller, moves: Moves<DareRules>) {
        self.database = database
        pictures = Pictures(media: media)
        self.moves = moves
        knownPeople = BatchLoader(keysMax: 200) { try await database.people($0) }
        received = BatchLoader(keysMax: 16) { try await database.listed($0, as: .recipient) }
        sent = BatchLoader(keysMax: 16) { try await database.listed($0, as: .sender) }
    }

    var rules: DareRules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(listAssignments)
            $0.on(getAssignment)
            $0.on(readAssignment)
            $0.on(acceptAssignment)
            $0.on(startAssignment)
            $0.on(denyAssignment)
            $0.on(submitAssignment)
            $0.on(completeAssignment)
            $0.on(retractSubmission)
            $0.on(giveUpAssignment)
            $0.on(approveSubmission)
            $0.on(tryAgain)
            $0.on(rejectSubmission)
            $0.on(withdrawAssignment)
            $0.on(excuseAssignment)
            $0.on(voidAssignment)
        }
    }
}
