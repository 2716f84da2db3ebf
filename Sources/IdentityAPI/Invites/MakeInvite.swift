public import Wire

/// Makes an invite, which expires in 14 days unless the operator sets another time (2.8-invites).
///
/// Refusals: `identity.invite_kind_invalid` at `/kind` and `identity.uses_invalid` at `/usesMax`,
/// both together; `identity.invites_a_day_exhausted` after 100 invites within 24 hours, with the
/// seconds to wait; `identity.invites_too_many` for the caller's 21st invite that is open, unless
/// the operator sets another limit. `wire.sign_in_needed` if the caller's account is gone.
public struct MakeInvite: Call, Limited {
    public static let id: CallID = 0x0120
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Invite

    /// What it leads to.
    public var kind: Invite.Kind
    /// The maximum number of uses; 100 when absent.
    public var usesMax: Int?
    /// The maximum number of uses of an invite that names none.
    public static let usesMaxStandard = 100

    public static let limits: FieldLimits = [
        "usesMax": .number(Invite.usesMaxLimit, standard: usesMaxStandard)
    ]

    public init(kind: Invite.Kind, usesMax: Int? = nil) {
        self.kind = kind
        self.usesMax = usesMax
    }
}
