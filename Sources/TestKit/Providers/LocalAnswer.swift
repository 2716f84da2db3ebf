/// What a local provider answers, as bytes on the connection.
struct LocalAnswer: Sendable {
    /// What is sent at once; `nil` for nothing, not even an end.
    var bytes: [UInt8]?
    /// What is sent again and again afterwards.
    var endless: [UInt8] = []
    /// Whether the endless bytes come one by one, with pauses.
    var isSlow = false

    init(bytes: [UInt8]?) { self.bytes = bytes }

    init(_ status: Int, _ body: [UInt8], headers: [String] = []) {
        let head =
            ["HTTP/1.1 \(status) Answer", "Content-Length: \(body.count)"] + headers + ["", ""]
        bytes = Array(head.joined(separator: "\r\n").utf8) + body
    }

    init(_ status: Int, _ json: String, headers: [String] = []) {
        self.init(
            status,
            Array(json.utf8),
            headers: ["Content-Type: application/json; charset=UTF-8"] + headers
        )
    }

    static func keys(_ state: LocalProvider.State) throws -> LocalAnswer {
        let headers = state.cacheControl.map { ["Cache-Control: \($0)"] } ?? []
        return try LocalAnswer(200, set(state.keys.map { try $0.published() }), headers: headers)
    }

    private static func set(_ keys: [String]) -> String {
        "{\"keys\":[\(keys.joined(separator: ","))]}"
    }

    static func mischief(
        _ mischief: LocalProvider.Mischief,
        in state: LocalProvider.State
    ) throws -> LocalAnswer {
        let key = try state.keys[state.keys.count - 1].published()
        switch mischief {
        case .silence: return LocalAnswer(bytes: nil)
        case .close: return LocalAnswer(bytes: [])
        case .noise: return LocalAnswer(bytes: Array("SSH-2.0-OpenSSH_9.7\r\n\r\n".utf8))
        case .trickle: return endless("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n", " ", true)
        case .endlessHeaders: return endless("HTTP/1.1 200 OK\r\n", "X-More: and more\r\n")
        case .endlessBody:
            return endless(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "400\r\n" + String(repeating: " ", count: 1_024) + "\r\n"
            )
        case .hugeLength:
            return endless("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "    ")
        case .interim: return endless("", "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n")
        case .redirect: return LocalAnswer(302, "", headers: ["Location: \(state.location)"])
        case .failure: return LocalAnswer(503, "{\"error\":{\"code\":2}}")
        case .notJSON: return LocalAnswer(200, "<html>Please sign in to the network</html>")
        case .noKeys: return LocalAnswer(200, "{\"keys\":[]}")
        case .twoKeysOneID: return LocalAnswer(200, set([key, key]))
        case .manyKeys: return LocalAnswer(200, set(Array(repeating: "{}", count: 33) + [key]))
        case .compressed:
            return LocalAnswer(200, [0x1F, 0x8B, 8, 0], headers: ["Content-Encoding: gzip"])
        }
    }

    private static func endless(
        _ begin: String,
        _ more: String,
        _ isSlow: Bool = false
    ) -> LocalAnswer {
        var answer = LocalAnswer(bytes: Array(begin.utf8))
        answer.endless = Array(more.utf8)
        answer.isSlow = isSlow
        return answer
    }
}
