import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions
@testable import Discovery

extension ContestLife {
    /// When the contests below end.
    static let end = Instant.noon + .days(10)
    /// The end of their settling.
    static let settled = end + .hours(24)

    /// A contest that reached a state at noon by its moves: it lasts from a day after noon, or from
    /// noon on where it has begun, to `end`.
    static func `in`(_ state: State) -> ContestLife {
        var life = ContestLife(createdAt: .noon - .days(1))
        life.state = state
        life.startsAt = state == .draft || state == .scheduled ? .noon + .days(1) : .noon
        life.endsAt = end
        if state != .draft { life.publishedAt = .noon - .days(1) }
        if state == .settling || state == .completed { life.settlesAt = settled }
        if state == .completed { life.closedAt = settled }
        if state == .cancelled { life.closedAt = .noon }
        return life
    }
}

extension ContestRecord {
    /// A competition of litres, in a state of the samples above.
    static func sample(
        _ state: ContestLife.State = .draft,
        _ kind: ChallengeKind = .competition,
        in timeZone: String = "UTC",
        of author: UserID = UserID()
    ) -> ContestRecord {
        var contest = ContestRecord(
            ChallengeID(),
            kind,
            of: author,
            saying: ChallengeContent(kind, name: "Water", description: ""),
            in: timeZone,
            at: .noon - .days(1),
            under: ContestRules()
        )
        contest.challenge.snapshot.unit = "litres"
        contest.life = .in(state)
        return contest
    }
}
