public import Identifiers
public import Values
public import Wire

/// Changes a contest of the caller; absent fields stay (2.3-editing).
///
/// Before the start everything may change. After it only these may: texts, pictures, a narrower
/// visibility, approval, who may invite, late joining, a larger capacity and a later end. In a
/// contest that counts the days with an entry, whole days then also stay whole, and other times do
/// not become whole days. The invitees, and whether the author plays, can be changed only in a
/// draft. `""` or null removes a caption, a description, a category or a unit, and null all
/// pictures or invitees; a metric, a goal, an end and a capacity can be changed but not removed.
/// `mediaIDs` replaces all pictures. If a contest of whole days gets a new time zone, it keeps the
/// same days there. Values equal to the current ones change nothing.
///
/// Narrowing the visibility removes the contest from lists at once and revokes its codes (except
/// for `link`). Once another user has joined, the visibility cannot be widened, and scores cannot
/// become percentages, for which every participant needs a target; an owner who participates gives
/// theirs in `target`.
///
/// Refusals about fields are those of `CreateContest`: `challenges.name_invalid`,
/// `challenges.caption_invalid`, `challenges.description_invalid`, `challenges.category_unknown`,
/// `challenges.unit_invalid`, `challenges.metric_unit`, `challenges.unit_missing`,
/// `challenges.target_invalid`, `challenges.target_not_whole`, `challenges.goal_unwanted`,
/// `challenges.target_missing`, `challenges.target_unwanted`, `challenges.metric_unknown`,
/// `challenges.proof_unknown`, `challenges.visibility_unknown`, `challenges.time_repeated`,
/// `challenges.start_invalid`, `challenges.end_invalid`, `challenges.end_missing`,
/// `challenges.contest_whole_days`, `challenges.zone_unknown`, `challenges.aggregation_unknown`,
/// `challenges.direction_unknown`, `challenges.contest_direction`, `challenges.score_unknown`,
/// `challenges.sources_unknown`, `challenges.capacity_invalid`, `challenges.invitees_invalid`,
/// `challenges.invitee_repeated`, `challenges.invitee_is_oneself`, `challenges.not_friends`,
/// `challenges.not_accepting`, `challenges.media_too_many`, `challenges.media_repeated` and
/// `challenges.media_not_found`, at their fields. `challenges.rules_locked` at each field that can
/// no longer change; `challenges.end_only_later` at `/endsAt` or `/endsOn`;
/// `challenges.target_fixed` at `/target` after the start; `challenges.visibility_widened` at
/// `/visibility`; `challenges.capacity_below_joined` at `/capacity`.
/// `challenges.contest_not_found`; `challenges.not_your_part` unless the caller owns it;
/// `challenges.version_stale` and, once it is over, `challenges.wrong_state`, with the current
/// contest.
public struct ChangeContest: Call, Limited, MergePatch {
    public static let id: CallID = 0x0232
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["caption", "description", "category", "unit"]
    public static let emptiedLists = ["invitees", "mediaIDs"]

    /// The contest.
    public var contest: ChallengeID
    /// The name, on one line, without control characters, not all blank.
    public var name: String?
    /// The caption, on one line.
    public var caption: String?
    /// The description, of any number of lines.
    public var description: String?
    /// The id of a category.
    public var category: String?
    /// The unit, any words on one line. With a metric it is the metric's unit.
    public var unit: String?
    /// The goal, the value to reach: above 0 and below 10¹², with at most six decimals. Not with
    /// scores in percent; changing to these removes it.
    public var goal: Amount?
    /// The metric that a phone measures for the contest.
    public var metric: Metric?
    /// Whether only whole numbers are counted; the goal must then be a whole number.
    public var wholeNumbers: Bool?
    /// Whether entries need pictures.
    public var proof: Proof?
    /// Who may see it (2.10-visibility).
    public var visibility: ContestVisibility?
    /// The friends whom a draft invites when it is published; replaces all of them.
    public var invitees: [UserID]?
    /// When it starts: today or later, at most 366 days ahead, unless the operator sets another
    /// bound.
    public var startsAt: Instant?
    /// The first day, instead of `startsAt`.
    public var startsOn: CivilDate?
    /// When it ends: after the start, at most 366 days later, unless the operator sets another
    /// bound.
    public var endsAt: Instant?
    /// The last day, instead of `endsAt`.
    public var endsOn: CivilDate?
    /// The IANA name of its time zone.
    public var timeZone: String?
    /// How a participant's entries become a value.
    public var aggregation: Contest.Aggregation?
    /// Which value wins.
    public var direction: Contest.Direction?
    /// The number that is ranked.
    public var score: Contest.Score?
    /// Which entries it takes.
    public var sources: Contest.Sources?
    /// The maximum number of participants, at most what the operator allows.
    public var capacity: Int?
    /// Whether users whom nobody invited need the owner's approval to join.
    public var needsApproval: Bool?
    /// Whether participants may invite others.
    public var membersMayInvite: Bool?
    /// Whether joining ends at the start.
    public var locksLate: Bool?
    /// Whether the author of a competition joins when it is published.
    public var authorPlays: Bool?
    /// The owner's target, for scores in percent: above 0 and below 10¹², with at most six
    /// decimals.
    public var target: Amount?
    /// All of its pictures, in order: uploaded by the owner.
    public var mediaIDs: [MediaID]?
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    /// The limits of `CreateContest`, except that the unit may be empty, which removes the current
    /// one.
    public static let limits: FieldLimits = CreateContest.limits.merging(
        ["unit": .text(CreateDefinition.unitLimit)]
    ) { _, own in own }

    public init(
        contest: ChallengeID,
        name: String? = nil,
        caption: String? = nil,
        description: String? = nil,
        category: String? = nil,
        unit: String? = nil,
        goal: Amount? = nil,
        metric: Metric? = nil,
        wholeNumbers: Bool? = nil,
        proof: Proof? = nil,
        visibility: ContestVisibility? = nil,
        invitees: [UserID]? = nil,
        startsAt: Instant? = nil,
        startsOn: CivilDate? = nil,
        endsAt: Instant? = nil,
        endsOn: CivilDate? = nil,
        timeZone: String? = nil,
        aggregation: Contest.Aggregation? = nil,
        direction: Contest.Direction? = nil,
        score: Contest.Score? = nil,
        sources: Contest.Sources? = nil,
        capacity: Int? = nil,
        needsApproval: Bool? = nil,
        membersMayInvite: Bool? = nil,
        locksLate: Bool? = nil,
        authorPlays: Bool? = nil,
        target: Amount? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.contest = contest
        self.name = name
        self.caption = caption
        self.description = description
        self.category = category
        self.unit = unit
        self.goal = goal
        self.metric = metric
        self.wholeNumbers = wholeNumbers
        self.proof = proof
        self.visibility = visibility
        self.invitees = invitees
        self.startsAt = startsAt
        self.startsOn = startsOn
        self.endsAt = endsAt
        self.endsOn = endsOn
        self.timeZone = timeZone
        self.aggregation = aggregation
        self.direction = direction
        self.score = score
        self.sources = sources
        self.capacity = capacity
        self.needsApproval = needsApproval
        self.membersMayInvite = membersMayInvite
        self.locksLate = locksLate
        self.authorPlays = authorPlays
        self.target = target
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
