import Identifiers
import RPC
import ScoringAPI
import Values
import Wire

extension Scenario {
    static let scoring = [
        calling(.scoring, "points", "the user's own total") { stage, number in
            GetPoints(user: stage.person(number))
        },
        calling(.scoring, "friend", "a friend's total") { stage, number in
            GetPoints(user: stage.friend(number))
        },
        calling(.scoring, "scoreboard", "the first page of the user and friends") { _, _ in
            GetScoreboard()
        },
        calling(.scoring, "rank", "the user's rank among all players") { _, _ in GetRank() },
        calling(.scoring, "neighbours", "the players ranked around a user") { stage, number in
            GetNeighbours(user: stage.person(number))
        },
        calling(.scoring, "top", "the first page of all players") { _, _ in GetTop() },
        calling(.scoring, "board", "the first page of a contest's board") { stage, number in
            GetBoard(contest: stage.contest(number))
        },
        callingAnew(.scoring, "place", "the board of a contest around the user") { stage, number in
            let call = GetBoard(contest: stage.contest(number), around: .me)
            return (call, CallContext(user: stage.participant(number)))
        },
        callingAnew(.scoring, "pay", "a completed dare: two ledger entries, two totals") {
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
