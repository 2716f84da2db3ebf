import NIOHTTP1

/// What a server answered to a GET.
struct WebAnswer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Where a redirect leads.
    var location: String? { headers.first(name: "location") }

    /// How long the answer may be kept, by its `Cache-Control` and `Age` (RFC 9111).
    var lifetime: Duration? {
        let directives = headers[canonicalForm: "cache-control"].map { $0.lowercased() }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0) }) { return .zero }
        let ages = directives.compactMap { directive -> Int64? in
            let parts = directive.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "max-age" else { return nil }
            return Int64(parts[1].filter { $0 != "\"" })
        }
        guard let age = ages.min() else { return nil }
        let passed = headers.first(name: "age").flatMap { Int64($0) } ?? 0
        return .seconds(max(0, min(age, 1 << 40) - max(0, min(passed, 1 << 40))))
    }
}
