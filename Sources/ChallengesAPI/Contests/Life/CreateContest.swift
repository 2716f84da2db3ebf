public import Identifiers
public import Values
public import Wire

/// Creates a contest, which users join, log entries in, and are ranked in (2.3-contest): a
/// competition, which has an end, or an open contest, which may have none.
///
/// The content comes from the fields, from a definition, or from an earlier contest of the caller
/// (`copyOf`, 2.1-rematch). The contest keeps what the definition says at that moment; the text of
/// a preset is in the caller's language (2.1-snapshot). A copy takes the text, pictures and rules
/// of the earlier contest, but not its times. A given field replaces the copied one.
///
/// The contest is published at once, unless `draft` is true. Only its author sees a draft; it may
/// lack what publishing needs, and nobody is notified. Publishing invites the invitees, and the
/// author of a competition joins it, unless `authorPlays` is `false` (2.3-author).
///
/// It lasts from one moment to another, or whole days of its time zone: from the first moment of
/// the first day to the last moment of the last day (2.9-whole-days).
///
/// A client that chooses the contest's `id` and repeats the call gets the contest that was created
/// (2.14-ids). Characters are counted as Unicode scalars; text is kept as given.
///
/// Refusals about fields, all together: `challenges.kind_unknown` at `/kind`,
/// `challenges.name_invalid` at `/name`, `challenges.caption_invalid` at `/caption`,
/// `challenges.description_invalid` at `/description`, `challenges.definition_unknown` at
/// `/definition` (also for one that the caller may not see), `challenges.copy_unknown` at `/copyOf`
/// (also for one of another kind, or of another owner), `challenges.content_repeated` at `/copyOf`
/// for one beside a definition, `challenges.category_unknown` at `/category`,
/// `challenges.unit_invalid`, `challenges.metric_unit` and `challenges.unit_missing` at `/unit`,
/// `challenges.target_invalid`, `challenges.target_not_whole` and `challenges.goal_unwanted` at
/// `/goal`, `challenges.metric_unknown` at `/metric`, `challenges.proof_unknown` at `/proof`,
/// `challenges.visibility_unknown` at `/visibility`, `challenges.time_repeated` at `/startsOn` or
/// `/endsOn` for a day beside a moment, `challenges.start_invalid` at `/startsAt` or `/startsOn`,
/// `challenges.end_invalid` and `challenges.end_missing` at `/endsAt` or `/endsOn`,
/// `challenges.contest_whole_days` at `/startsOn` or `/endsOn` for a metric without days,
/// `challenges.zone_unknown` at `/timeZone`, `challenges.aggregation_unknown` at `/aggregation`,
/// `challenges.direction_unknown` and `challenges.contest_direction` at `/direction`,
/// `challenges.score_unknown` at `/score`, `challenges.sources_unknown` at `/sources`,
/// `challenges.capacity_invalid` at `/capacity`, `challenges.target_invalid`,
/// `challenges.target_not_whole`, `challenges.target_unwanted` and `challenges.target_missing` at
/// `/target`, `challenges.invitees_invalid` at `/invitees`; `challenges.invitee_repeated`,
/// `challenges.invitee_is_oneself`, `challenges.not_friends` (also for a user who does not exist)
/// and `challenges.not_accepting` at `/invitees/N`; `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.media_not_found` at `/mediaIDs/N`
/// for a picture that does not exist or is not the caller's, `challenges.contests_a_day_exhausted`
/// if the author made the maximum of contests in the last 24 hours (2.14-contests-a-day),
/// `challenges.contests_too_many` if the author already participates in, or owns, the maximum, and
/// `challenges.id_taken` if the id belongs to another user's challenge, a different one of the
/// caller, or a definition; `wire.id_reserved` at `/id`. `wire.sign_in_needed` if the author's
/// account is gone.
public struct CreateContest: ChoosesID, Limited {
    public static let id: CallID = 0x0230
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the contest to create; the service picks one when absent.
    public var id: ChallengeID?
    public static let chosenIDField = "id"
    public var chosenID: ChallengeID? { id }
    /// `competition` or `open`.
    public var kind: ChallengeKind
    /// The name, on one line, without control characters, not all blank. Required without
    /// `definition` and `copyOf`.
    public var name: String?
    public static let nameLimit = CreateDefinition.nameLimit
    /// The caption, on one line.
    public var caption: String?
    public static let captionLimit = CreateDefinition.captionLimit
    /// The description, of any number of lines.
    public var description: String?
    public static let descriptionLimit = CreateDefinition.descriptionLimit
    /// The definition that gives the content; the caller must be able to see it.
    public var definition: DefinitionID?
    /// The caller's earlier contest to copy, of the same kind.
    public var copyOf: ChallengeID?
    /// The id of a category; none when absent or empty.
    public var category: String?
    public static let categoryLimit = CreateDefinition.categoryLimit
    /// The unit, any words on one line; none when absent. Required to publish, except for an open
    /// contest without a goal. With a metric it is the metric's unit.
    public var unit: String?
    public static let unitLimit = TextLimit(1...40)
    /// The goal, the value to reach: above 0 and below 10¹², with at most six decimals; no goal
    /// when absent. Not with scores in percent, for which each participant has a target instead.
    public var goal: Amount?
    public static let goalLimit = CreateDefinition.targetLimit
    /// The metric that a phone measures for the contest; none when absent. A contest with a metric
    /// lasts whole days, and the participants' daily totals count as well as entries (2.3-totals).
    public var metric: Metric?
    /// Whether only whole numbers are counted; the goal must then be a whole number. `false` when
    /// absent.
    public var wholeNumbers: Bool?
    /// Whether entries need pictures; `optional` when absent.
    public var proof: Proof?
    /// Who may see it; when absent, as the author's settings say for a competition, and `public`
    /// for an open contest (2.10-visibility).
    public var visibility: ContestVisibility?
    /// Friends to invite. With `copyOf`, absent means the participants of that contest who can be
    /// invited, at most 100.
    public var invitees: [UserID]?
    public static let inviteesLimit = 0...100
    /// When it starts: today or later, at most 366 days ahead, unless the operator sets another
    /// bound. Without this and `startsOn`, it starts when it is published.
    public var startsAt: Instant?
    /// The first day, instead of `startsAt`.
    public var startsOn: CivilDate?
    /// When it ends: after the start, at most 366 days later, unless the operator sets another
    /// bound. An entry for this moment or later is too late. A competition needs an end.
    public var endsAt: Instant?
    /// The last day, instead of `endsAt`.
    public var endsOn: CivilDate?
    /// The IANA name of its time zone, such as `Europe/Berlin`; the author's time zone when absent
    /// (2.9-zones).
    public var timeZone: String?
    public static let timeZoneLimit = TextLimit(1...64, format: "iana-time-zone")
    /// How a participant's entries become a value; `sum` when absent.
    public var aggregation: Contest.Aggregation?
    /// Which value wins; `higher` when absent.
    public var direction: Contest.Direction?
    /// The number that is ranked; `raw` when absent.
    public var score: Contest.Score?
    /// Which entries it takes; `any` when absent.
    public var sources: Contest.Sources?
    /// The maximum number of participants, at most what the operator allows. When absent, that
    /// maximum for a competition, and no maximum for an open contest.
    public var capacity: Int?
    public static let capacityLimit = 2...10_000
    /// Whether users whom nobody invited need the owner's approval to join; `false` when absent.
    public var needsApproval: Bool?
    /// Whether participants may invite others; `false` when absent.
    public var membersMayInvite: Bool?
    /// Whether joining ends at the start; `false` when absent.
    public var locksLate: Bool?
    /// Whether the author of a competition joins when it is published; `true` when absent. The
    /// author of an open contest joins like everyone else.
    public var authorPlays: Bool?
    /// The author's target, for scores in percent: above 0 and below 10¹², with at most six
    /// decimals. Required to publish a competition that the author joins.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// Whether to create a draft instead of publishing; `false` when absent.
    public var draft: Bool?
    /// The pictures of its text, uploaded by the author. They replace those of the definition or of
    /// the copied contest.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = CreateDefinition.mediaLimit
    /// The caller's languages, for the text of a preset, as in `Accept-Language`.
    public var languages: String?

    public static let limits: FieldLimits = [
        "name": .text(nameLimit), "caption": .text(captionLimit),
        "description": .text(descriptionLimit), "category": .text(categoryLimit),
        "unit": .text(unitLimit), "goal": .amount(goalLimit), "target": .amount(targetLimit),
        "invitees": .distinctItems(inviteesLimit), "timeZone": .text(timeZoneLimit),
        "capacity": .number(capacityLimit), "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        id: ChallengeID? = nil,
        kind: ChallengeKind = .competition,
        name: String? = nil,
        caption: String? = nil,
        description: String? = nil,
        definition: DefinitionID? = nil,
        copyOf: ChallengeID? = nil,
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
        draft: Bool? = nil,
        mediaIDs: [MediaID]? = nil,
        languages: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.caption = caption
        self.description = description
        self.definition = definition
        self.copyOf = copyOf
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
        self.draft = draft
        self.mediaIDs = mediaIDs
        self.languages = languages
    }

    public typealias Reply = Contest
}
