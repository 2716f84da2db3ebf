import ChallengesAPI
import Identifiers
import Values

/// The fields that a call that creates a contest and one that changes it have in common.
protocol ContestFields {
    var name: String? { get }
    var caption: String? { get }
    var description: String? { get }
    var category: String? { get }
    var unit: String? { get }
    var goal: Amount? { get }
    var metric: Metric? { get }
    var wholeNumbers: Bool? { get }
    var proof: Proof? { get }
    var visibility: ContestVisibility? { get }
    var invitees: [UserID]? { get }
    var startsAt: Instant? { get }
    var startsOn: CivilDate? { get }
    var endsAt: Instant? { get }
    var endsOn: CivilDate? { get }
    var timeZone: String? { get }
    var aggregation: Contest.Aggregation? { get }
    var direction: Contest.Direction? { get }
    var score: Contest.Score? { get }
    var sources: Contest.Sources? { get }
    var capacity: Int? { get }
    var needsApproval: Bool? { get }
    var membersMayInvite: Bool? { get }
    var locksLate: Bool? { get }
    var authorPlays: Bool? { get }
    var target: Amount? { get }
}

extension CreateContest: ContestFields {}
extension ChangeContest: ContestFields {}
