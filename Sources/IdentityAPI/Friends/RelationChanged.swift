public import Identifiers
public import Wire

/// The relation between two users changed.
public struct RelationChanged: Event {
    public static let id: CallID = 0x0171
    public static let effect = Effect.once
    public static let access = Access.cluster([.identity])

    /// The user with the smaller id.
    public var one: UserID
    /// The user with the greater id.
    public var other: UserID
    /// Their present relation.
    public var relation: Relation
    /// The version, which increases with each change of the pair; an older relation never replaces
    /// a newer one.
    public var version: Int64

    public init(one: UserID, other: UserID, relation: Relation, version: Int64) {
        self.one = one
        self.other = other
        self.relation = relation
        self.version = version
    }

    public var orderingKey: EventKey {
        EventKey(one, other)
    }
}
