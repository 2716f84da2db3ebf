import ChallengesAPI
import Identifiers
import ScoringAPI
import Values
import Wire
import Zones

/// A contest whose players are ranked (2.7-board).
///
/// Invariant: only a completed one has results, and `frozenAt` is set once all of them are written.
struct ContestBoard: Hashable, Sendable {
    let challenge: ChallengeID
    var kind: ContestChanged.Kind
    var name: String
    var owner: UserID
    var visibility: ContestChanged.Visibility
    var direction: ContestChanged.Direction
    var score: ContestChanged.Score
    /// The value to be reached; `nil` if there is none.
    var goal: Amount?
    var state: ContestChanged.State
    var isHidden: Bool
    /// Whether a player's value is shown to nobody else (2.10-ranking).
    var hidesValues = false
    /// The name of the zone of its days; `nil` if an earlier release told of it last.
    var timeZone: String?
    /// When it was cancelled; `nil` if it was not, or an earlier release told of that.
    var cancelledAt: Instant?
    var version: Int64
    /// How many of its results are written.
    var resultsWritten = 0
    /// When the last result was written; `nil` until then.
    var frozenAt: Instant?
    /// The number of the board that counts its players; `nil` while none does.
    var number: Int32?
    /// Whether that board counts all of them.
    var isCounted = false

    /// Whether its players' scores are final.
    var isCompleted: Bool { state == .completed }
    /// Whether nothing changes the ranks any more.
    var isOver: Bool { isCompleted || state == .cancelled }
    /// Whether people are ranked in it, and it has no result yet.
    var isUnderWay: Bool { state == .active || state == .settling }
    /// Whether its results are all written, and what it shows.
    var isFrozen: Bool { frozenAt != nil }
    /// The number of the board that ranks its players; `nil` while one statement ranks them all.
    var counter: Int32? { isCounted ? number : nil }
    /// Whether who leaves now keeps the place on the board (2.7-result).
    var keepsLeavers: Bool { state == .settling }
    /// Whether a lower score is a better one.
    var lowerWins: Bool { direction == .lower }

    /// The place of a score in millionths: a better score has a lower one.
    func place(of score: Int64) -> Int {
        Int(lowerWins ? score : -score)
    }
}

extension ContestBoard {
    /// The board of a contest that was not known.
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

    /// The board of a contest that no event has told of yet.
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

    /// The board after an event; `nil` if the event is no newer. Once it is completed, nothing that
    /// its ranks depend on changes (2.7-result).
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

    /// How far a player is with the goal, from 0 to 1, or with their own target where percents are
    /// ranked; 0 without an entry, `nil` without a goal (2.3-goal).
    ///
    /// - Parameters:
    ///   - value: What the player's entries amount to; `nil` without one.
    ///   - target: What the player set out to reach.
    /// - Returns: The progress, rounded down to a millionth.
    func progress(of value: Amount?, target: Amount?) -> Amount? {
        guard let goal = score == .percent ? target : goal, goal.millionths > 0 else { return nil }
        guard let value else { return Amount(millionths: 0) }
        return lowerWins ? goal.part(of: value) : value.part(of: goal)
    }
}

// What others see of a player where values are hidden (2.10-percents).
extension ContestBoard {
    /// A score, or where values are hidden its whole percents.
    func toldScore(_ score: Amount?, isMe: Bool) -> Amount? {
        isMe || !hidesValues ? score : score?.roundedDown(toMillionths: 1_000_000)
    }

    /// A progress from 0 to 1, or where values are hidden its whole percents.
    func toldProgress(_ progress: Amount?, isMe: Bool) -> Amount? {
        isMe || !hidesValues ? progress : progress?.roundedDown(toMillionths: 10_000)
    }

    /// A moment, or where values are hidden the start of its day.
    func toldMoment(_ moment: Instant?, isMe: Bool) -> Instant? {
        isMe || !hidesValues ? moment : moment.map(zone.startOfDay)
    }

    /// The zone of its days; UTC if it is not known, or the system's database lacks it.
    private var zone: Zone {
        timeZone.flatMap { Zones.system.zone(named: $0) } ?? .utc
    }
}

extension Amount {
    /// What part of another amount this is, from 0 to 1. One of the two must be above 0.
    fileprivate func part(of whole: Amount) -> Amount? {
        guard millionths < whole.millionths else { return Amount(millionths: 1_000_000) }
        guard millionths > 0 else { return Amount(millionths: 0) }
        let scaled = millionths.multipliedFullWidth(by: 1_000_000)
        return Amount(millionths: whole.millionths.dividingFullWidth(scaled).quotient)
    }
}
