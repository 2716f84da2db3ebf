import Identifiers
import RPC
import ScoringAPI
import Values
import Wire

extension Scenario {
    static let scoring = [
        calling(.scoring, "points", "one's own total") { stage, number in
            GetPoints(user: stage.person(number))
        },
        calling(.scoring, "friend", "a friend's total") { stage, number in
            GetPoints(user: stage.friend(number))
        },
        calling(.scoring, "scoreboard", "the first page of oneself and one's friends") { _, _ in
            GetScoreboard()
        },
        calling(.scoring, "rank", "one's own place among everybody") { _, _ in GetRank() },
        calling(.scoring, "neighbours", "who stands around somebody") { stage, number in
            GetNeighbours(user: stage.person(number))
        },
        calling(.scoring, "top", "the first page of everybody") { _, _ in GetTop() },
        callingAnew(.scoring, "pay", "a dare was done: two lines in the ledger, two totals") {
            stage,
            number in
            let event = AssignmentDone(
                assignment: AssignmentID(),
                completer: stage.person(number),
                sender: stage.friend(number),
                at: .now(),
                isVerified: true
            )
            return (event, CallContext())
        },
    ]
}
