import HTTPTypes
import Wire

/// The preconditions of a request for a picture (RFC 9110 §13).
struct Preconditions: Hashable {
    private let tags: Conditions
    private let ifUnmodifiedSince: HTTPDate?
    private let ifModifiedSince: HTTPDate?
    private let ifRange: Validator?

    /// The value of `If-Range`.
    private enum Validator: Hashable {
        case tag(EntityTag)
        case date(HTTPDate)
        /// Unreadable: matches no state.
        case unreadable
    }

    /// Reads the headers. An invalid date is ignored; lists of tags are read by `Conditions`.
    init(_ headers: HTTPFields, at now: HTTPDate) throws(Fault) {
        func date(_ name: HTTPField.Name) -> HTTPDate? {
            let lines = headers[values: name]
            return lines.count == 1 ? HTTPDate(lines[0], at: now) : nil
        }
        tags = try Conditions(headers)
        ifUnmodifiedSince = date(.ifUnmodifiedSince)
        ifModifiedSince = date(.ifModifiedSince)
        let range = headers[values: .ifRange]
        ifRange =
            range.isEmpty
            ? nil
            : range.count > 1
                ? Validator.unreadable
                : EntityTag(reading: range[0]).map(Validator.tag) ?? date(.ifRange).map(
                    Validator.date
                )
                    ?? Validator.unreadable
    }

    /// Evaluates them for `GET` and `HEAD` in the order of §13.2.2: the state that the client
    /// expects before the one that it has, and tags before dates.
    func verdict(on tag: EntityTag, lastModified: HTTPDate?) -> Conditions.Verdict {
        if tags.ifMatch == nil, let ifUnmodifiedSince, let lastModified,
            lastModified > ifUnmodifiedSince
        {
            return .failed
        }
        let verdict = tags.verdict {
            $0.isStrongly(tag)
        } holding: {
            $0.isWeakly(tag)
        }
        guard
            verdict == .proceed, tags.ifNoneMatch == nil, let ifModifiedSince, let lastModified,
            lastModified <= ifModifiedSince
        else { return verdict }
        return .notModified(nil)
    }

    /// Whether a part may be sent: `If-Range` is absent, or matches the current state.
    func allowsPart(of tag: EntityTag, lastModified: HTTPDate?) -> Bool {
        switch ifRange {
        case nil: true
        case .tag(let other): other.isStrongly(tag)
        case .date(let date): date == lastModified
        case .unreadable: false
        }
    }
}
