public import Identifiers
public import Values
public import Wire

/// Changes a contest of the caller's: what is absent stays (2.3-editing).
///
/// Before its start everything may change. After it only texts, pictures, a narrower visibility,
/// approval, who may invite, late joining, a larger capacity, and the end, which moves later only;
/// where days with an entry are counted, whole days then stay whole, and others do not become so.
/// Whom it invites, and whether its author plays, can be changed only while it is a draft. `""` or
/// null removes a caption, a description, a category or a unit, and null all pictures or invitees; a
/// metric, a goal, an end and a capacity can be changed, and not removed. `mediaIDs` replaces all
/// pictures. A new time zone keeps whole days whole: they are the same days there. Values that are
/// the present ones change nothing.
///
/// A narrower visibility takes the contest out of lists at once, and its codes let nobody in any
/// more, unless it is `link`. A wider one is refused once another person has joined, and so are
/// scores in percent, for which everyone in it needs a target; the owner who is in it gives theirs.
///
/// Refusals: those of fields are the ones of `CreateContest`: `challenges.name_invalid`,
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
/// `challenges.contest_not_found`; `challenges.not_your_part` for who does not own it;
/// `challenges.version_stale` and, once it is over, `challenges.wrong_state`, with the present
/// contest.
public struct ChangeContest: Call, Limited, MergePatch {
    public static let id: CallID = 0x0232
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["caption", "description", "category", "unit"]
    public static let emptiedLists = ["invitees", "mediaIDs"]

    /// The contest.
    public var contest: ChallengeID
    /// One line, without control characters, not all blank.
    public var name: String?
    /// One line below the name.
    public var caption: String?
    /// Any number of lines.
    public var description: String?
    /// The id of a category.
    public var category: String?
    /// What is counted, any words on one line. With a metric it is the metric's unit.
    public var unit: String?
    /// The value to be reached: above 0 and below 10¹², with at most six decimals. Not beside
    /// scores in percent, which remove it.
    public var goal: Amount?
    /// What a phone measures for it.
    public var metric: Metric?
    /// Whether only whole numbers are counted, of which the goal must be one.
    public var wholeNumbers: Bool?
    /// Whether an entry shows pictures.
    public var proof: Proof?
    /// Who may see it (2.10-visibility).
    public var visibility: ContestVisibility?
    /// All friends whom a draft invites when it is published.
    public var invitees: [UserID]?
    /// When it begins: today or later, at most 366 days ahead, unless the operator sets another
    /// bound.
    public var startsAt: Instant?
    /// The first day, in place of `startsAt`.
    public var startsOn: CivilDate?
    /// When it ends: after it begins, at most 366 days later, unless the operator sets another
    /// bound.
    public var endsAt: Instant?
    /// The last day, in place of `endsAt`.
    public var endsOn: CivilDate?
    /// The IANA name of its time zone.
    public var timeZone: String?
    /// What a person's entries amount to.
    public var aggregation: Contest.Aggregation?
    /// Which value wins.
    public var direction: Contest.Direction?
    /// What is ranked.
    public var score: Contest.Score?
    /// Which entries it takes.
    public var sources: Contest.Sources?
    /// How many people may be in it, at most as many as the operator allows.
    public var capacity: Int?
    /// Whether the owner lets in those whom nobody invited.
    public var needsApproval: Bool?
    /// Whether those in it may invite others.
    public var membersMayInvite: Bool?
    /// Whether nobody joins after the start.
    public var locksLate: Bool?
    /// Whether the author of a competition joins it when it is published.
    public var authorPlays: Bool?
    /// What the owner sets out to reach, where scores are in percent: above 0 and below 10¹², with
    /// at most six decimals.
    public var target: Amount?
    /// All of its pictures, in their order: the owner's own, uploaded ones.
    public var mediaIDs: [MediaID]?
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    /// Those of a new contest; an empty unit removes the present one.
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
