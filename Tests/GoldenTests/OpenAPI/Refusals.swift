import Crypto
import HTTPTypes
import Hummingbird
import RPC
import Values
import Wire

@testable import Gateway

/// How the gateway refuses, and with what status.
struct Refusals {
    /// A response that the document names once.
    struct Response {
        let status: Int
        let name: String
        let description: String
        /// What is said of `current`, if such a refusal may carry the resource.
        var current: String?
        /// A header beside `Trace-Id`, and the name of its description.
        var header: (name: String, reference: String)?
    }

    static let responses = [
        Response(
            status: 400,
            name: "Invalid",
            description:
                "Something in the request is wrong; `errors` lists the fields, if any are wrong."
        ),
        Response(
            status: 401,
            name: "Unauthenticated",
            description:
                "The access token, or the password, is missing, wrong, expired or ended.",
            header: ("WWW-Authenticate", "WWWAuthenticate")
        ),
        Response(
            status: 403,
            name: "Forbidden",
            description: "Only another user, or another page, may do this.",
            current: "`current` shows it, if the caller may see it."
        ),
        Response(
            status: 404,
            name: "NotFound",
            description: "It does not exist, or the caller may not see it."
        ),
        Response(
            status: 409,
            name: "Conflict",
            description: "The current state does not allow it.",
            current: "`current` shows it, if the caller may see it."
        ),
        Response(
            status: 412,
            name: "Stale",
            description:
                "A precondition of the request does not hold: the client’s copy is out of date.",
            current: "`current`, if present, shows the current one."
        ),
        Response(status: 413, name: "TooLarge", description: "The body is too long."),
        Response(
            status: 415,
            name: "UnsupportedMediaType",
            description: "The route does not accept the type, charset or encoding of the body."
        ),
        Response(
            status: 416,
            name: "RangeUnsatisfiable",
            description: "The range is not within the picture.",
            header: ("Content-Range", "ContentRange")
        ),
        Response(
            status: 429,
            name: "TooMany",
            description: "A limit was exceeded.",
            header: ("Retry-After", "RetryAfter")
        ),
        Response(
            status: 503,
            name: "Unavailable",
            description: """
                The service cannot answer right now. A write may or may not have taken effect: \
                repeat it with the same `Idempotency-Key`.
                """,
            header: ("Retry-After", "RetryAfter")
        ),
    ]

    /// The status of every error, by its code.
    private let statuses: [String: Int]

    init() throws {
        statuses = Dictionary(
            uniqueKeysWithValues: try Interface.errors.flatMap { try Self.statuses(of: $0) }
        )
    }

    /// The status with which the gateway answers a fault.
    static func status(of fault: Fault) throws -> Int {
        let links = SignedURLs(
            keys: [SymmetricKey(size: .bits256)],
            publicURL: nil,
            now: { Instant(microseconds: 0) }
        )
        let problem = Problem(fault: fault, trace: TraceContext())
        return try problem.response(ReplyJSON(signedURLs: links)).status.code
    }

    private static func statuses<E: ServiceError>(_ errors: E.Type) throws -> [(String, Int)] {
        try errors.allCases.map { ($0.rawValue, try status(of: $0.fault)) }
    }

    private static func statuses(of errors: any ServiceError.Type) throws -> [(String, Int)] {
        try statuses(errors)
    }

    /// The codes that a call's documentation names, by their status.
    func codes(in lines: [String]) -> [Int: [String]] {
        let named = lines.joined(separator: " ").matches(of: /`([a-z]+\.[a-z_]+)`/)
            .map { String($0.1) }
        var codes: [Int: [String]] = [:]
        for code in named {
            guard let status = statuses[code], codes[status]?.contains(code) != true else {
                continue
            }
            codes[status, default: []].append(code)
        }
        return codes
    }

    /// Every code that a call's documentation names, and that no service has.
    func unknown(in lines: [String]) -> [String] {
        lines.joined(separator: " ")
            .matches(of: /`((?:identity|challenges|media|scoring|gateway|wire)\.[a-z_]+)`/)
            .map { String($0.1) }.filter { statuses[$0] == nil }
    }
}
