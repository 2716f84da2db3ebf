import Wire

extension Conditions {
    /// The most versions that one request may try.
    private static let versionsMax = 16
    /// A version that no row has.
    private static let noVersion: Int64 = -1

    /// Checks the conditions of a write on what has no version: it has some state, so `*` alone
    /// matches.
    func refuseWrite() throws(GatewayError) {
        if let ifMatch, ifMatch != .any { throw .preconditionFailed }
        if ifNoneMatch == .any { throw .preconditionFailed }
    }

    /// Returns the versions of which a row that is to be written must have one, for the service to
    /// compare with the call's `field`; `nil` alone if any will do. Without a field there is no version.
    ///
    /// The service compares a version with the row's, but never that it is another one: a version in
    /// `If-None-Match` is refused like `*`, for the condition cannot be known to hold.
    func versions(of field: String?) throws(GatewayError) -> [Int64?] {
        guard field != nil else {
            try refuseWrite()
            return [nil]
        }
        switch ifNoneMatch {
        case .any: throw .preconditionFailed
        case .listed(let tags) where tags.contains { $0.version != nil }: throw .preconditionFailed
        case .listed, nil: break
        }
        guard case .listed(let tags) = ifMatch else { return [nil] }
        var versions: [Int64?] = []
        for case let version? in tags.map(\.version) where versions.count < Self.versionsMax {
            if !versions.contains(version) { versions.append(version) }
        }
        return versions.isEmpty ? [Self.noVersion] : versions
    }
}
