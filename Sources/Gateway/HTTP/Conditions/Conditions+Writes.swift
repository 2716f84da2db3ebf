import Wire

extension Conditions {
    /// The maximum number of versions that one request may try.
    private static let versionsMax = 16
    /// A version that no row has.
    private static let noVersion: Int64 = -1

    /// Checks the conditions of a write to a resource without versions. Such a resource always
    /// exists, so only `*` matches in `If-Match`.
    func refuseWrite() throws(GatewayError) {
        if let ifMatch, ifMatch != .any { throw .preconditionFailed }
        if ifNoneMatch == .any { throw .preconditionFailed }
    }

    /// Returns the versions of which the row to write must have one; the service compares them with
    /// the call's `field`. Returns `[nil]` if any version will do, or if the call has no such
    /// field.
    ///
    /// The service can require a version, but cannot exclude one. So a version in `If-None-Match`
    /// is refused like `*`: it is unknown whether that condition holds.
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
