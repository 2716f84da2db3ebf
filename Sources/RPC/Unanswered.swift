public import Wire

/// Why a call got no reply, and whether any of it was begun.
///
/// A call without access, whose deadline had passed, or whose body cannot be decoded never reached
/// its handler: it was not begun.
public struct Unanswered: Error, Hashable, Sendable {
    /// The fault that the caller gets.
    public let fault: Fault
    /// Whether the call reached its handler.
    public let isBegun: Bool

    init(_ fault: Fault, isBegun: Bool) {
        self.fault = fault
        self.isBegun = isBegun
    }

    /// For a call that never reached its handler.
    init(notBegun error: WireError) {
        self.init(error.fault, isBegun: false)
    }
}
