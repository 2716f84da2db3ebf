import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Values
import Wire
import Zones

/// The fields of a call that creates or changes a contest. Absent fields stay as they are.
struct ContestDraft: Hashable, Sendable {
    private(set) var name: String?
    private(set) var caption: String?
    private(set) var description: String?
    /// The category; empty for none.
    private(set) var category: String?
    /// The unit; empty for none.
    private(set) var unit: String?
    private(set) var goal: Amount?
    private(set) var metric: Metric?
    private(set) var wholeNumbers: Bool?
    private(set) var proof: Proof?
    private(set) var visibility: ContestVisibility?
    private(set) var invitees: [UserID]?
    private(set) var start: Edge?
    private(set) var end: Edge?
    private(set) var timeZone: String?
    private(set) var aggregation: Contest.Aggregation?
    private(set) var direction: Contest.Direction?
    private(set) var score: Contest.Score?
    private(set) var sources: Contest.Sources?
    private(set) var capacity: Int?
    private(set) var needsApproval: Bool?
    private(set) var membersMayInvite: Bool?
    private(set) var locksLate: Bool?
    private(set) var authorPlays: Bool?
    private(set) var target: Amount?
    /// Whether an empty unit removes the current one.
    private let removesUnit: Bool
    /// The pointers of days that were given together with a moment.
    private var repeated: [String] = []

    /// The start or the end of a contest, as given by a call.
    enum Edge: Hashable, Sendable {
        case moment(Instant)
        /// The first or the last day.
        case day(CivilDate)
    }

    init(_ call: CreateContest) {
        self.init(fieldsOf: call, removesUnit: false)
    }

    init(_ call: ChangeContest) {
        self.init(fieldsOf: call, removesUnit: true)
    }

    private init(fieldsOf call: some ContestFields, removesUnit: Bool) {
        self.removesUnit = removesUnit
        name = call.name
        caption = call.caption
        description = call.description
        category = call.category
        unit = call.unit
        goal = call.goal
        metric = call.metric
        wholeNumbers = call.wholeNumbers
        proof = call.proof
        visibility = call.visibility
        invitees = call.invitees
        start = edge(call.startsAt, call.startsOn, "/startsOn")
        end = edge(call.endsAt, call.endsOn, "/endsOn")
        timeZone = call.timeZone
        aggregation = call.aggregation
        direction = call.direction
        score = call.score
        sources = call.sources
        capacity = call.capacity
        needsApproval = call.needsApproval
        membersMayInvite = call.membersMayInvite
        locksLate = call.locksLate
        authorPlays = call.authorPlays
        target = call.target
    }

    /// The moment or the day that a call gives. If both are given, the moment is used and the day
    /// reported.
    private mutating func edge(
        _ moment: Instant?,
        _ day: CivilDate?,
        _ pointer: String
    ) -> Edge? {
        guard let moment else { return day.map { .day($0) } }
        if day != nil { repeated.append(pointer) }
        return .moment(moment)
    }

    /// Checks each field by itself. Reports an invalid field and resets it, so that it causes no
    /// further problems.
    mutating func check(under rules: ContestRules, _ problems: inout FieldProblems<ChallengesError>)
    {
        checkTexts(&problems)
        checkAmounts(&problems)
        checkChoices(&problems)
        for pointer in repeated { problems.add(.timeRepeated, at: pointer) }
        if let timeZone, rules.zones.zone(named: timeZone) == nil {
            problems.add(.zoneUnknown, at: "/timeZone")
            self.timeZone = nil
        }
        if let capacity, !rules.allows(capacity: capacity) {
            problems.add(.capacityInvalid, at: "/capacity")
            self.capacity = nil
        }
    }

    private mutating func checkTexts(_ problems: inout FieldProblems<ChallengesError>) {
        problems.checkName(&name)
        problems.checkCaption(&caption)
        problems.checkDescription(&description, CreateContest.descriptionLimit)
        problems.checkCategory(&category)
        if unit?.isEmpty == true, removesUnit { return }
        problems.checkUnit(&unit)
    }

    private mutating func checkAmounts(_ problems: inout FieldProblems<ChallengesError>) {
        problems.checkTarget(&goal, at: "/goal")
        problems.checkTarget(&target, at: "/target")
    }

    private mutating func checkChoices(_ problems: inout FieldProblems<ChallengesError>) {
        problems.check(&metric, at: "/metric", orAdd: .metricUnknown)
        problems.check(&proof, at: "/proof", orAdd: .proofUnknown)
        problems.check(&visibility, at: "/visibility", orAdd: .visibilityUnknown)
        problems.check(&aggregation, at: "/aggregation", orAdd: .aggregationUnknown)
        problems.check(&direction, at: "/direction", orAdd: .directionUnknown)
        problems.check(&score, at: "/score", orAdd: .scoreUnknown)
        problems.check(&sources, at: "/sources", orAdd: .sourcesUnknown)
    }
}

extension ContestDraft.Edge {
    /// The moment at which the contest starts.
    func begin(in zone: Zone) -> Instant {
        switch self {
        case .moment(let moment): moment
        case .day(let day): zone.start(of: day)
        }
    }

    /// The moment at which the contest ends; for a day, its end
    /// (2.9-whole-days).
    func end(in zone: Zone) -> Instant {
        switch self {
        case .moment(let moment): moment
        case .day(let day): zone.start(of: CivilDate(daysSince1970: day.daysSince1970 + 1))
        }
    }

    /// Whether it is given as a day.
    var isDay: Bool {
        switch self {
        case .moment: false
        case .day: true
        }
    }
}

extension ContestRules {
    /// Whether a contest may have this capacity (2.3-capacity).
    func allows(capacity: Int) -> Bool {
        CreateContest.capacityLimit.contains(capacity) && capacity <= contestCapacity
    }

    /// The default capacity of a competition.
    var standardCapacity: Int { min(contestCapacity, CreateContest.capacityLimit.upperBound) }
}
