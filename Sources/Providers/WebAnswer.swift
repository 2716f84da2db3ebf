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
        let directives = headers[canonicalForm: "cache-control"].map { smallASCII(String($0)) }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0) }) { return .zero }
        let ages = directives.compactMap { directive -> Int64? in
            let name = "max-age="
            guard directive.utf8.starts(with: name.utf8) else { return nil }
            let digits = directive.utf8.dropFirst(name.utf8.count)
                .filter { $0 != UInt8(ascii: "\"") }
            return Int64(String(decoding: digits, as: UTF8.self))
        }
        guard let age = ages.min() else { return nil }
        let passed = headers.first(name: "age").flatMap { Int64($0) } ?? 0
        return .seconds(max(0, min(age, 1 << 40) - max(0, min(passed, 1 << 40))))
    }
}
