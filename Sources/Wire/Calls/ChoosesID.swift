public import Identifiers

/// A call that creates something under an id that the client may choose. Every switchboard refuses
/// the nil and the max UUID with `wire.id_reserved` at the id's field (2.14-ids).
public protocol ChoosesID: Call {
    associatedtype Chosen

    /// The name of the id's field.
    static var chosenIDField: String { get }
    /// The id; `nil` if the service is to pick one.
    var chosenID: ID<Chosen>? { get }
}

extension ChoosesID {
    /// Throws `wire.id_reserved` for the nil and the max UUID.
    public func refuseReservedID() throws(Refusal) {
        guard chosenID?.uuid.isReserved != true else {
            throw Refusal(WireError.idReserved, at: "/\(Self.chosenIDField)")
        }
    }
}
