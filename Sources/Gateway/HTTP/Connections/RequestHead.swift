import NIOHTTP1

/// Checks a request's head before it reaches a route (RFC 9112 §3.2, §5, §6.1).
struct RequestHead {
    let head: HTTPRequestHead
    let limits: HTTPLimits

    /// Why the head is refused; `nil` if it is not.
    var refusal: GatewayError? {
        if head.uri.utf8.count > limits.urlBytesMax { return .urlTooLong }
        if head.headers.count > limits.headersMax || headerBytes > limits.headerBytesMax {
            return .headersTooLarge
        }
        // Other servers would read the body as if the header were absent.
        if isOld, head.headers.contains(name: "Transfer-Encoding") { return .requestMalformed }
        if !hasHost { return .hostInvalid }
        if !expectations.allSatisfy({ $0.isWord("100-continue") }) { return .expectationUnknown }
        return nil
    }

    /// The origin of the web page that sends the request; `nil` if the head names none, or several.
    var origin: String? {
        let origins = head.headers["Origin"]
        return origins.count == 1 ? origins[0] : nil
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    var awaitsContinue: Bool {
        !isOld && !expectations.isEmpty
    }

    /// The announced length of the body, 0 if there is none; `nil` if it comes in chunks.
    var bodyBytes: Int? {
        if head.headers.contains(name: "Transfer-Encoding") { return nil }
        return head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    }

    /// Whether the connection serves no further request. A client that asks to upgrade gets a
    /// response in HTTP/1.1, and what it sends next might fit neither protocol.
    var isLast: Bool {
        !head.isKeepAlive || head.headers.contains(name: "Upgrade")
    }

    /// Whether the client uses HTTP/1.0.
    private var isOld: Bool { head.version.minor < 1 }

    private var expectations: [Substring.UTF8View] {
        head.headers["Expect"].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map(\.withoutBlanks)
    }

    private var headerBytes: Int {
        head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// Whether there is exactly one valid `Host`; HTTP/1.0 clients may omit it.
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
