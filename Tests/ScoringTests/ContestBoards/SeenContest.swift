import ChallengesAPI
import Identifiers
import RPC
import Values
import Wire

/// What challengesd answers a viewer about a contest, as far as a board depends on it.
struct SeenContest {
    var owner = UserID()
    var visibility = ContestVisibility.private
    var state = Contest.State.active
    var score = Contest.Score.raw
    var metric: Metric?
    /// How the viewer stands to it; `nil` if they have no part in it.
    var part: Participant.State?

    /// A challengesd that shows every contest so.
    var challenges: Switchboard {
        let contest = self
        return Switchboard {
            $0.on { (call: GetContest, _) in contest.shown(as: call.contest) }
        }
    }

    /// A challengesd that shows nobody any contest.
    static var hidden: Switchboard {
        Switchboard {
            $0.on { (_: GetContest, _) -> Contest in throw ChallengesError.contestNotFound }
        }
    }

    func shown(as id: ChallengeID) -> Contest {
        let person = Person(id: owner, username: "ana", firstName: "Ana", lastName: "")
        return Contest(
            id: id,
            kind: .competition,
            name: "Water",
            caption: "",
            description: "",
            category: nil,
            photos: [],
            definitionID: nil,
            author: person,
            owner: person,
            visibility: visibility,
            state: state,
            startsAt: Instant(microseconds: 0),
            endsAt: nil,
            endedAt: nil,
            settlesAt: nil,
            timeZone: "Europe/Berlin",
            wholeDays: false,
            aggregation: .min,
            direction: .lower,
            score: score,
            sources: .any,
            unit: "seconds",
            goal: Amount(millionths: 1_000_000),
            metric: metric,
            wholeNumbers: false,
            proof: .optional,
            capacity: nil,
            joined: 2,
            needsApproval: false,
            membersMayInvite: false,
            locksLate: false,
            likeCount: 0,
            likedByMe: false,
            wishedByMe: false,
            isAttended: part == .joined,
            isCompleted: false,
            progress: nil,
            me: part.map { Participant(user: person, state: $0) },
            actions: [],
            createdAt: Instant(microseconds: 0),
            version: 1
        )
    }
}
