import NIOHTTP1

/// What a request's head must be before any route sees it (RFC 9112 §3.2, §5, §6.1).
struct RequestHead {
    let head: HTTPRequestHead
    let limits: HTTPLimits

    /// Why the head is refused; `nil` where it is not.
    var refusal: GatewayError? {
        if head.uri.utf8.count > limits.urlBytesMax { return .urlTooLong }
        if head.headers.count > limits.headersMax || headerBytes > limits.headerBytesMax {
            return .headersTooLarge
        }
        // Others would read its body as if it had no such header.
        if isOld, head.headers.contains(name: "Transfer-Encoding") { return .requestMalformed }
        if !hasHost { return .hostInvalid }
        if !expectations.allSatisfy({ $0.isWord("100-continue") }) { return .expectationUnknown }
        return nil
    }

    /// The web page that asks; `nil` where the head names none, or several.
    var origin: String? {
        let origins = head.headers["Origin"]
        return origins.count == 1 ? origins[0] : nil
    }

    /// Whether the client waits for a word before it sends the body.
    var awaitsContinue: Bool {
        !isOld && !expectations.isEmpty
    }

    /// Whether the connection serves no further request. A client that asks for another protocol
    /// gets this one's answer, and what it sends then could be neither.
    var isLast: Bool {
        !head.isKeepAlive || head.headers.contains(name: "Upgrade")
    }

    /// Whether the client speaks HTTP/1.0.
    private var isOld: Bool { head.version.minor < 1 }

    private var expectations: [Substring.UTF8View] {
        head.headers["Expect"].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map(\.withoutBlanks)
    }

    private var headerBytes: Int {
        head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// One `Host`, which a client of HTTP/1.0 may leave out.
    private var hasHost: Bool {
        let hosts = head.headers["Host"]
        guard let host = hosts.first else { return isOld }
        return hosts.count == 1
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "-._~:[]%!$&'()*+,;=".utf8.contains(byte)
                }
            }
    }
}
