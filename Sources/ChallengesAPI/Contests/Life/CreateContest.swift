public import Identifiers
public import Values
public import Wire

/// Makes a contest, which people join, log to, and are ranked in (2.3-contest, FR-01, FR-06, FR-28,
/// GC-04, GC-46): a competition, which has an end, or an open contest, which may have none.
///
/// What to do comes from the fields, from a definition, or from an earlier contest of the caller's
/// (`copyOf`, 2.1-rematch). The contest keeps what a definition says at that moment, a preset in
/// the caller's language (2.1-snapshot); of a contest that is copied it takes text, pictures and
/// rules, but not its times. A field that is given counts in place of what it would take.
///
/// It is published at once, unless it is a `draft`: that is seen by its author alone, may lack what
/// publishing needs, and tells nobody. Publishing invites the invitees, and the author of a
/// competition joins it, unless `authorPlays` is `false` (2.3-author).
///
/// It lasts from one moment to another, or whole days of its time zone (2.9-whole-days): then from
/// the first moment of its first day to the last one of its last day.
///
/// A client that gives the contest an `id` and repeats the call gets what was made (2.14-ids).
/// Characters are counted as Unicode scalars; text is kept as given.
///
/// Refusals, all of those about fields together: `challenges.kind_unknown` at `/kind`,
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
/// `/target`,
/// `challenges.invitees_invalid` at `/invitees`; `challenges.invitee_repeated`,
/// `challenges.invitee_is_oneself`, `challenges.not_friends` (also for a user who does not exist)
/// and `challenges.not_accepting` at `/invitees/N`; `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.media_not_found` at
/// `/mediaIDs/N` for a picture that does not exist or belongs to another user,
/// `challenges.contests_a_day_exhausted` where the author made as many in 24 hours as they may
/// (2.14-contests-a-day),
/// `challenges.contests_too_many` where the author would join, or own, one more than they may, and
/// `challenges.id_taken` if another user made a challenge under the id, or the same user a
/// different one, or someone a definition; `wire.id_reserved` at `/id`. `wire.sign_in_needed` if the author's account is gone.
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
    /// One line, without control characters, not all blank. Needed where there is neither a
    /// `definition` nor a `copyOf`.
    public var name: String?
    public static let nameLimit = CreateDefinition.nameLimit
    /// One line below the name.
    public var caption: String?
    public static let captionLimit = CreateDefinition.captionLimit
    /// Any number of lines.
    public var description: String?
    public static let descriptionLimit = CreateDefinition.descriptionLimit
    /// The definition that says what to do: one that the caller may see.
    public var definition: DefinitionID?
    /// An earlier contest of the caller's, of the same kind, that is held again.
    public var copyOf: ChallengeID?
    /// The id of a category; none when absent or empty.
    public var category: String?
    public static let categoryLimit = CreateDefinition.categoryLimit
    /// What is counted, any words on one line (FR-09, GC-37); none when absent. Needed to publish
    /// anything but an open contest without a goal. With a metric it is the metric's unit.
    public var unit: String?
    public static let unitLimit = TextLimit(1...40)
    /// The value to be reached (GC-38): above 0 and below 10¹², with at most six decimals; no goal
    /// when absent. Not beside scores in percent, for which each person has a target of their own.
    public var goal: Amount?
    public static let goalLimit = CreateDefinition.targetLimit
    /// What a phone measures for it; nothing when absent. Such a contest lasts whole days, on which
    /// the totals of those in it count too (2.3-totals).
    public var metric: Metric?
    /// Whether only whole numbers are counted, of which the goal must be one; `false` when absent.
    public var wholeNumbers: Bool?
    /// Whether an entry shows pictures; `optional` when absent.
    public var proof: Proof?
    /// Who may see it; `private` for a competition when absent, `public` for an open contest
    /// (2.10-visibility, FR-18).
    public var visibility: ContestVisibility?
    /// Friends to invite. With `copyOf`, absent means those who are in that contest and can be
    /// invited, at most 100 of them.
    public var invitees: [UserID]?
    public static let inviteesLimit = 0...100
    /// When it begins: today or later, at most 366 days ahead, unless the operator sets another
    /// bound. When it is published if both this and `startsOn` are absent.
    public var startsAt: Instant?
    /// The first day, in place of `startsAt`.
    public var startsOn: CivilDate?
    /// When it ends (FR-11, GC-36): after it begins, at most 366 days later, unless the operator
    /// sets another bound. What occurs then is too late. A competition needs an end.
    public var endsAt: Instant?
    /// The last day, in place of `endsAt`.
    public var endsOn: CivilDate?
    /// The IANA name of its time zone: `Europe/Berlin`; the author's when absent (2.9-zones).
    public var timeZone: String?
    public static let timeZoneLimit = TextLimit(1...64, format: "iana-time-zone")
    /// What a person's entries amount to; `sum` when absent.
    public var aggregation: Contest.Aggregation?
    /// Which value wins; `higher` when absent.
    public var direction: Contest.Direction?
    /// What is ranked; `raw` when absent.
    public var score: Contest.Score?
    /// Which entries it takes; `any` when absent.
    public var sources: Contest.Sources?
    /// How many people may be in it, at most as many as the operator allows. When absent as many as
    /// that in a competition, any number in an open contest.
    public var capacity: Int?
    public static let capacityLimit = 2...10_000
    /// Whether the owner lets in those whom nobody invited; `false` when absent.
    public var needsApproval: Bool?
    /// Whether those in it may invite others; `false` when absent.
    public var membersMayInvite: Bool?
    /// Whether nobody joins after the start; `false` when absent.
    public var locksLate: Bool?
    /// Whether the author of a competition joins it when it is published; `true` when absent. An
    /// open contest its author joins like everyone else.
    public var authorPlays: Bool?
    /// What the author sets out to reach, where scores are in percent: above 0 and below 10¹², with
    /// at most six decimals. Needed to publish a competition that the author joins.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// Whether it is only prepared, and not published yet; `false` when absent.
    public var draft: Bool?
    /// The author's own uploaded pictures that show it, in place of those of the definition or of
    /// the contest that is copied.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = CreateDefinition.mediaLimit
    /// The languages in which the caller wants a preset, as in `Accept-Language`.
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
