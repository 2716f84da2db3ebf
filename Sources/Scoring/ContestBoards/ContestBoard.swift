import ChallengesAPI
import Identifiers
import ScoringAPI
import Values
import Wire
import Zones

/// A contest whose players are ranked (2.7-board).
///
/// Invariant: only a completed contest has results, and `frozenAt` is set once all of them are
/// written.
struct ContestBoard: Hashable, Sendable {
    let challenge: ChallengeID
    var kind: ContestChanged.Kind
    var name: String
    var owner: UserID
    var visibility: ContestChanged.Visibility
    var direction: ContestChanged.Direction
    var score: ContestChanged.Score
    /// The value to reach; `nil` if there is none.
    var goal: Amount?
    var state: ContestChanged.State
    var isHidden: Bool
    /// Whether each player's value is hidden from everyone else (2.10-ranking).
    var hidesValues = false
    /// The name of the time zone of the contest's days; `nil` if the last event came from an
    /// earlier release.
    var timeZone: String?
    /// When the contest was cancelled; `nil` if it was not, or an earlier release sent the event.
    var cancelledAt: Instant?
    var version: Int64
    /// The number of results that are written.
    var resultsWritten = 0
    /// When the last result was written; `nil` until then.
    var frozenAt: Instant?
    /// The number of the board that counts the contest's players; `nil` while there is none.
    var number: Int32?
    /// Whether that board counts all of the players.
    var isCounted = false

    /// Whether the players' scores are final.
    var isCompleted: Bool { state == .completed }
    /// Whether the ranks can no longer change.
    var isOver: Bool { isCompleted || state == .cancelled }
    /// Whether the contest has started and has no result yet.
    var isUnderWay: Bool { state == .active || state == .settling }
    /// Whether all results are written; the board then shows the results.
    var isFrozen: Bool { frozenAt != nil }
    /// The number of the board that ranks the players; `nil` while one statement ranks all of them.
    var counter: Int32? { isCounted ? number : nil }
    /// Whether participants who leave now keep their place on the board (2.7-result).
    var keepsLeavers: Bool { state == .settling }
    /// Whether lower scores are better.
    var lowerWins: Bool { direction == .lower }

    /// The place of a score, in millionths: better scores have lower places.
    func place(of score: Int64) -> Int {
        Int(lowerWins ? score : -score)
    }
}

extension ContestBoard {
    /// The board of a contest that scoring did not know.
    init(_ event: ContestChanged) {
        self.init(
            challenge: event.contest,
            kind: event.kind,
            name: event.name,
            owner: event.owner,
            visibility: event.visibility,
            direction: event.direction,
            score: event.score,
            goal: event.goal,
            state: event.state,
            isHidden: event.isHidden,
            hidesValues: event.hidesValues ?? false,
            timeZone: event.timeZone,
            cancelledAt: event.state == .cancelled ? event.at : nil,
            version: event.version
        )
    }

    /// The board of a contest that no event has described yet.
    init(_ contest: Contest) {
        self.init(
            challenge: contest.id,
            kind: ContestChanged.Kind(rawValue: contest.kind.rawValue) ?? .unknown,
            name: contest.name,
            owner: contest.owner.id,
            visibility: ContestChanged.Visibility(rawValue: contest.visibility.rawValue)
                ?? .unknown,
            direction: ContestChanged.Direction(rawValue: contest.direction.rawValue) ?? .unknown,
            score: ContestChanged.Score(rawValue: contest.score.rawValue) ?? .unknown,
            goal: contest.goal,
            state: ContestChanged.State(rawValue: contest.state.rawValue) ?? .unknown,
            isHidden: false,
            hidesValues: contest.metric != nil && contest.score == .percent,
            timeZone: contest.timeZone,
            version: 0
        )
    }

    /// The board after an event; `nil` if the event is not newer. Once the contest is completed,
    /// the fields that its ranks depend on no longer change (2.7-result).
    func changed(by event: ContestChanged) -> ContestBoard? {
        guard event.version > version else { return nil }
        var next = ContestBoard(event)
        next.resultsWritten = resultsWritten
        next.frozenAt = frozenAt
        next.number = number
        next.isCounted = isCounted
        next.timeZone = event.timeZone ?? timeZone
        if state == .cancelled { next.cancelledAt = cancelledAt ?? next.cancelledAt }
        if isCompleted {
            next.direction = direction
            next.score = score
            next.goal = goal
            next.state = state
        }
        return next
    }

    /// A player's progress, from 0 to 1: towards the contest's goal or, where percents are ranked,
    /// towards the player's own target. Progress is 0 without an entry, and `nil` without a goal or
    /// target (2.3-goal).
    ///
    /// - Parameters:
    ///   - value: The value computed from the player's entries; `nil` without an entry.
    ///   - target: The player's own target.
    /// - Returns: The progress, rounded down to a millionth.
    func progress(of value: Amount?, target: Amount?) -> Amount? {
        guard let goal = score == .percent ? target : goal, goal.millionths > 0 else { return nil }
        guard let value else { return Amount(millionths: 0) }
        return lowerWins ? goal.part(of: value) : value.part(of: goal)
    }
}

// What other viewers see of a player if values are hidden (2.10-percents).
extension ContestBoard {
    /// The score; in whole percents if values are hidden from the viewer.
    func toldScore(_ score: Amount?, isMe: Bool) -> Amount? {
        isMe || !hidesValues ? score : score?.roundedDown(toMillionths: 1_000_000)
    }

    /// The progress, from 0 to 1; in whole percents if values are hidden from the viewer.
    func toldProgress(_ progress: Amount?, isMe: Bool) -> Amount? {
        isMe || !hidesValues ? progress : progress?.roundedDown(toMillionths: 10_000)
    }

    /// The moment; the start of its day if values are hidden from the viewer.
    func toldMoment(_ moment: Instant?, isMe: Bool) -> Instant? {
        isMe || !hidesValues ? moment : moment.map(zone.startOfDay)
    }

    /// The time zone of the contest's days; UTC if it is not known, or the system's database lacks
    /// it.
    private var zone: Zone {
        timeZone.flatMap { Zones.system.zone(named: $0) } ?? .utc
    }
}

extension Amount {
    /// This amount as a part of another amount, from 0 to 1. At least one of the two must be above
    /// 0.
    fileprivate func part(of whole: Amount) -> Amount? {
        guard millionths < whole.millionths else { return Amount(millionths: 1_000_000) }
        guard millionths > 0 else { return Amount(millionths: 0) }
        let scaled = millionths.multipliedFullWidth(by: 1_000_000)
        return Amount(millionths: whole.millionths.dividingFullWidth(scaled).quotient)
    }
}
