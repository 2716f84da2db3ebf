import RPC

/// The device that a session runs on, its user agent and address truncated to a sensible length.
struct Device: Equatable {
    let userAgent: String?
    let address: String?

    init(_ context: CallContext) {
        userAgent = context.userAgent.map { Self.storable($0, 400) }
        address = context.clientAddress.map { Self.storable($0, 100) }
    }

    private static func storable(_ text: String, _ countMax: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }.prefix(countMax)))
    }
}
