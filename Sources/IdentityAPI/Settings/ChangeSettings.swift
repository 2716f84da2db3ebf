import Values
public import Wire

/// Changes the caller's settings; absent fields keep their values (2.8-settings).
///
/// A new time zone applies from the next local midnight of the old one (2.9-zones). Until then,
/// another change replaces it, which may also return to the present zone. A value equal to the
/// present one changes nothing.
///
/// Refuses with `identity.time_zone_invalid` at `/timeZone`, `identity.locale_invalid` at
/// `/locale`, `identity.challenges_from_invalid` at `/challengesFrom` and
/// `identity.visibility_invalid` at `/defaultVisibility`. Once a new time zone applies, refuses the
/// next change with `identity.zone_change_too_soon` at `/timeZone` until 24 hours after the new
/// zone was requested or, if it replaced others, after the first of them was requested.
/// Refuses with `identity.version_stale` a version that is not the present one. Both have the
/// settings in `current`. Refuses with `wire.sign_in_needed` if the caller's account no longer
/// exists.
public struct ChangeSettings: Call, Limited, MergePatch {
    public static let id: CallID = 0x0110
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Settings

    /// The new time zone, an IANA name: `Europe/Berlin`.
    public var timeZone: String?
    public static let timeZoneLimit = Register.timeZoneLimit
    /// The language of texts, `en` or `de`.
    public var locale: String?
    public static let locales = Languages.known
    /// Who may challenge the caller.
    public var challengesFrom: Settings.ChallengesFrom?
    /// Whether the caller is on the public board.
    public var isListed: Bool?
    /// Who sees the caller's new competitions, unless the caller says otherwise.
    public var defaultVisibility: CompetitionVisibility?
    /// Refuse with `identity.version_stale` unless the account has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "timeZone": .text(timeZoneLimit), "locale": .words(locales),
    ]

    public init(
        timeZone: String? = nil,
        locale: String? = nil,
        challengesFrom: Settings.ChallengesFrom? = nil,
        isListed: Bool? = nil,
        defaultVisibility: CompetitionVisibility? = nil,
        ifVersion: Int64? = nil
    ) {
        self.timeZone = timeZone
        self.locale = locale
        self.challengesFrom = challengesFrom
        self.isListed = isListed
        self.defaultVisibility = defaultVisibility
        self.ifVersion = ifVersion
    }
}
