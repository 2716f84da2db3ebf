import HTTPTypes
import Wire

/// The preconditions of a request: the tags in `If-Match` and `If-None-Match` (RFC 9110 §13.1.1,
/// §13.1.2).
struct Conditions: Hashable {
    /// The tags of which the resource must have one.
    var ifMatch: EntityTags?
    /// The tags of which the resource must have none.
    var ifNoneMatch: EntityTags?

    /// No conditions.
    init() {}

    /// The maximum length of each header in bytes: about a hundred of the gateway's tags.
    static let bytesMax = 4_096

    /// Reads `If-Match` and `If-None-Match`. Throws `gateway.header_invalid` if one is neither `*`
    /// nor a list of tags, and `gateway.headers_too_large` if one is too long.
    init(_ headers: HTTPFields) throws(Fault) {
        ifMatch = try Self.tags(in: headers[values: .ifMatch], of: "If-Match")
        ifNoneMatch = try Self.tags(in: headers[values: .ifNoneMatch], of: "If-None-Match")
    }

    private static func tags(
        in lines: [String],
        of name: String
    ) throws(Fault) -> EntityTags? {
        guard !lines.isEmpty else { return nil }
        guard lines.reduce(0, { $0 + $1.utf8.count }) <= bytesMax else {
            throw GatewayError.headersTooLarge.fault
        }
        guard let tags = EntityTags(reading: lines) else {
            throw GatewayError.headerInvalid.refusal(
                of: name,
                "\(name) takes ETags from responses, separated by commas, or *."
            )
        }
        return tags
    }

    /// The result of evaluating the conditions.
    enum Verdict: Hashable {
        case proceed
        /// 304: the client already has this state, under this tag; `nil` if the request said `*`.
        case notModified(EntityTag?)
        /// 412: the client expects another state.
        case failed
    }

    /// Evaluates the conditions of a `GET` or `HEAD`: first `If-Match`, then `If-None-Match`
    /// (§13.2.2).
    ///
    /// - Parameters:
    ///   - isExpected: Whether a tag in `If-Match` is one of the current state.
    ///   - isHeld: Whether a tag in `If-None-Match` is one of the current state.
    /// - Returns: The result.
    func verdict(
        expecting isExpected: (EntityTag) -> Bool,
        holding isHeld: (EntityTag) -> Bool
    ) -> Verdict {
        if let ifMatch, !ifMatch.contain(isExpected) { return .failed }
        switch ifNoneMatch {
        case nil: return .proceed
        case .any: return .notModified(nil)
        case .listed(let tags):
            return tags.first(where: isHeld).map(Verdict.notModified) ?? .proceed
        }
    }
}
