import Testing

@testable import Gateway

/// `Accept-Encoding`, as far as it concerns the gateway.
struct AcceptedCodingsTests {
    @Test(
        arguments: [
            (["gzip"], true), (["GZip"], true), (["x-gzip"], true), (["gzip, deflate, br"], true),
            (["br", "gzip"], true), (["deflate", "*"], true), (["*;q=0.1"], true),
            (["gzip;q=0.001"], true), (["gzip ;\tq=1.000"], true), (["gzip;Q=0.5"], true),
            ([",, gzip ,"], true), (["gzip;q=0.5, identity;q=0.5"], true),
            (["*;q=0, gzip"], true), (["identity;q=0, gzip"], true),
            ([], false), ([""], false), (["br"], false), (["identity"], false),
            (["gzip;q=0"], false), (["gzip;q=0.000"], false), (["*;q=0"], false),
            (["gzip;q=0, *"], false), (["gzip;q=0.5, identity"], false),
            (["*;q=0.2, identity;q=0.3"], false), (["gzipped"], false),
            // Nonsense: nothing counts.
            (["gzip;q=2"], false), (["gzip;q=1.001"], false), (["gzip;q=0.0001"], false),
            (["gzip;q=-1"], false), (["gzip;q="], false), (["gzip;"], false), ([";q=1"], false),
            (["gzip;level=9"], false), (["gzip; q = 1"], false), (["gzip deflate"], false),
            (["gzip, déflate"], false), (["gzip", "\"br\""], false), (["gzip;q=1;q=1"], false),
        ]
    )
    func `gzip is sent where it is accepted, and not less than the plain body`(
        lines: [String],
        hasGzip: Bool
    ) {
        #expect(AcceptedCodings(reading: lines).hasGzip == hasGzip)
    }
}
