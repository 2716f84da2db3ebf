import Identifiers
import Wire

/// A list as one user views it: what a cursor is valid for.
struct ViewedList: Hashable, Sendable {
    /// The signed-in user, if any.
    let viewer: UserID?
    /// The call and the fields that the path names, each text with its length.
    let name: [UInt8]

    /// - Parameters:
    ///   - viewer: The signed-in user, if any.
    ///   - call: The call that asks for the list's pages.
    ///   - path: The fields that the path names, and their values, in the route's order.
    init(viewer: UserID?, call: CallID, path: [(name: String, value: String)]) {
        self.viewer = viewer
        var name: [UInt8] = []
        for text in ["\(call.rawValue)"] + path.flatMap({ [$0.name, $0.value] }) {
            name += "\(text.utf8.count):\(text)".utf8
        }
        self.name = name
    }
}
