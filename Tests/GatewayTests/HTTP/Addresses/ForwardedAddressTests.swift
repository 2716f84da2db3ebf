import HTTPTypes
import TestBasics
import Testing
import Values

@testable import Gateway

/// Which forwarded addresses are trusted.
@Suite struct ForwardedAddressTests {
    private let proxies = Networks("10.0.0.0/8, 2001:db8::/32") ?? Networks()

    private func client(
        _ peer: String?,
        plain: [String] = [],
        standard: [String] = []
    ) -> String? {
        var headers: HTTPFields = [:]
        headers[values: .xForwardedFor] = plain
        headers[values: .forwarded] = standard
        return ForwardedAddress(proxies: proxies)
            .client(peer: peer.flatMap { IPAddress($0) }, headers)?.description
    }

    @Test(arguments: [
        ("192.0.2.1", [], "192.0.2.1"),
        // A client that is not a proxy may claim anything.
        ("192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        // The client's own claim is left of what the proxy saw.
        ("10.0.0.1", ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.9", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2,10.9.9.9"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.9, 10.0.0.3, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        // Only proxies: the farthest of them.
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1, , 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["198.51.100.1, "], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", ["2a00::1"], "2a00::1"), ("10.0.0.1", ["[2a00::1]:4711"], "2a00::1"),
        ("10.0.0.1", ["[2a00::1"], "10.0.0.1"),
        // A zone is meaningful on one machine only.
        ("10.0.0.1", ["fe80::1%eth0"], "fe80::1"),
        ("10.0.0.1", ["198.51.100.1, 2001:db8::7%eth0"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("2001:db8::5", ["198.51.100.1"], "198.51.100.1"),
        ("2001:db9::5", ["198.51.100.1"], "2001:db9::5"),
    ])
    func `the list is read from the right while hops are trusted proxies`(
        peer: String,
        list: [String],
        address: String
    ) {
        #expect(client(peer, plain: list) == address)
    }

    @Test(arguments: [
        (["for=198.51.100.1"], "198.51.100.1"),
        (["for=198.51.100.1;proto=https;by=10.0.0.1"], "198.51.100.1"),
        (["proto=https; For=\"198.51.100.1:80\""], "198.51.100.1"),
        (["for=\"[2a00::1]:4711\", for=10.0.0.2"], "2a00::1"),
        (["for=203.0.113.9, for=198.51.100.1"], "198.51.100.1"),
        (["for=203.0.113.9", "for=198.51.100.1"], "198.51.100.1"),
        (["for=_hidden"], "10.0.0.1"), (["for=unknown, for=10.0.0.2"], "10.0.0.2"),
        (["proto=https"], "10.0.0.1"), (["for"], "10.0.0.1"), (["for=\""], "10.0.0.1"),
        (["by=198.51.100.1"], "10.0.0.1"),
        // A comma within quotes does not split.
        (["for=\"x, for=198.51.100.1\""], "10.0.0.1"),
    ])
    func `the standard Forwarded header is read as well`(list: [String], address: String) {
        #expect(client("10.0.0.1", standard: list) == address)
    }

    @Test func `with both headers, an address counts only if they agree`() {
        #expect(
            client("10.0.0.1", plain: ["198.51.100.1"], standard: ["for=198.51.100.1"])
                == "198.51.100.1"
        )
        #expect(
            client("10.0.0.1", plain: ["198.51.100.1"], standard: ["for=203.0.113.9"]) == "10.0.0.1"
        )
    }

    @Test func `a connection without an address yields none`() {
        #expect(client(nil, plain: ["198.51.100.1"]) == nil)
    }

    @Test func `without trusted proxies the headers are ignored`() {
        let headers: HTTPFields = [.xForwardedFor: "198.51.100.1"]
        let forwarded = ForwardedAddress(proxies: Networks())
        #expect(forwarded.client(peer: IPAddress("127.0.0.1"), headers)?.description == "127.0.0.1")
    }
}
