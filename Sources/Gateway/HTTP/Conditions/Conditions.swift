import HTTPTypes
import Wire

/// The tags that a request makes its conditions (RFC 9110 §13.1.1, §13.1.2).
struct Conditions: Hashable {
    /// The tags of which the resource must have one.
    var ifMatch: EntityTags?
    /// The tags of which it must have none.
    var ifNoneMatch: EntityTags?

    /// No conditions.
    init() {}

    /// The most bytes of one of them: a hundred tags of ours.
    static let bytesMax = 4_096

    /// Reads `If-Match` and `If-None-Match`. Refuses with `gateway.header_invalid` one that is
    /// neither `*` nor a list of tags, and with `gateway.headers_too_large` one that is too long.
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

    /// The result of evaluating them.
    enum Verdict: Hashable {
        case proceed
        /// 304: the client already has this state, by this tag; `nil` if it has any.
        case notModified(EntityTag?)
        /// 412: the client expects another state.
        case failed
    }

    /// Evaluates them for `GET` and `HEAD`, what the client expects before what it has (§13.2.2).
    ///
    /// - Parameters:
    ///   - isExpected: Whether a tag of `If-Match` is one of the state that would be shown.
    ///   - isHeld: Whether a tag of `If-None-Match` is one of it.
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
