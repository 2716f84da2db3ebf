public import Wire

/// Why a call got no reply, and whether anything of it was begun.
///
/// A call whose asker may not ask it, whose deadline had passed, or whose body cannot be read never
/// reached its handler: it was not begun.
public struct Unanswered: Error, Hashable, Sendable {
    /// What the asker is told.
    public let fault: Fault
    /// Whether the call reached its handler.
    public let isBegun: Bool

    init(_ fault: Fault, isBegun: Bool) {
        self.fault = fault
        self.isBegun = isBegun
    }

    /// The call never reached its handler.
    init(notBegun error: WireError) {
        self.init(error.fault, isBegun: false)
    }
}
