import HTTPTypes

/// The preconditions of a request (RFC 9110 §13).
struct Preconditions: Hashable {
    private let ifMatch: EntityTags?
    private let ifUnmodifiedSince: HTTPDate?
    private let ifNoneMatch: EntityTags?
    private let ifModifiedSince: HTTPDate?
    private let ifRange: Validator?

    /// What `If-Range` compares with.
    private enum Validator: Hashable {
        case tag(EntityTag)
        case date(HTTPDate)
        /// Unreadable: matches no state.
        case unreadable
    }

    /// Reads the headers. An invalid date is ignored; an invalid list of tags matches no state.
    init(_ headers: HTTPFields, at now: HTTPDate) {
        func date(_ name: HTTPField.Name) -> HTTPDate? {
            let lines = headers[values: name]
            return lines.count == 1 ? HTTPDate(lines[0], at: now) : nil
        }
        ifMatch = EntityTags(lines: headers[values: .ifMatch])
        ifUnmodifiedSince = date(.ifUnmodifiedSince)
        ifNoneMatch = EntityTags(lines: headers[values: .ifNoneMatch])
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

    /// The result of evaluating them.
    enum Evaluation: Hashable {
        case proceed
        /// 304: the client already has this state.
        case notModified
        /// 412: the client expects another state.
        case failed
    }

    /// Evaluates them for `GET` and `HEAD`, in the order of §13.2.2: the state that the client
    /// expects before the one that it has, and tags before dates.
    func verdict(on tag: EntityTag, lastModified: HTTPDate?) -> Evaluation {
        if let ifMatch {
            guard ifMatch.contain(tag, by: EntityTag.isStrongly) else { return .failed }
        } else if let ifUnmodifiedSince, let lastModified {
            guard lastModified <= ifUnmodifiedSince else { return .failed }
        }
        if let ifNoneMatch {
            if ifNoneMatch.contain(tag, by: EntityTag.isWeakly) { return .notModified }
        } else if let ifModifiedSince, let lastModified, lastModified <= ifModifiedSince {
            return .notModified
        }
        return .proceed
    }

    /// Whether a part may be sent: the client has the rest of this very state, or did not say.
    func allowsPart(of tag: EntityTag, lastModified: HTTPDate?) -> Bool {
        switch ifRange {
        case nil: true
        case .tag(let other): other.isStrongly(tag)
        case .date(let date): date == lastModified
        case .unreadable: false
        }
    }
}
