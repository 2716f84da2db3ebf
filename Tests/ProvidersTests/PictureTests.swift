import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Providers

/// Pictures, and where they may come from.
struct PictureTests {
    @Test func `a picture is fetched as it is, of 4 MiB at most`() async throws {
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            let most = [UInt8](repeating: 0xD8, count: 4 << 20)
            scene.local.serves([0xFF, 0xD8, 0xFF], at: "/small.jpg?size=720")
            scene.local.serves(most, at: "/most.jpg")
            scene.local.serves(most + [0], at: "/more.jpg")
            scene.local.serves([], at: "/none.jpg")
            func picture(_ path: String) async -> [UInt8]? {
                await verifier.picture(at: "\(scene.local.url)\(path)", of: .google)
            }
            #expect(await picture("/small.jpg?size=720") == [0xFF, 0xD8, 0xFF])
            #expect(await picture("/most.jpg") == most)
            #expect(await picture("/more.jpg") == nil)
            #expect(await picture("/none.jpg") == nil)
            #expect(await picture("/nowhere.jpg") == nil)
        }
    }

    /// The operator named one server. Another one on this machine is not asked, whatever it is
    /// called, and neither is it when the named server says so.
    @Test func `private addresses are not connected to, unless the operator named them`()
        async throws
    {
        try await Scene.run(.google) { named in
            try await Scene.run(.google) { other in
                let verifier = try named.verifier()
                other.local.serves([1], at: "/a")
                named.local.does(.redirect)
                for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1"] {
                    let url = "https://\(host):\(other.local.port)/a"
                    #expect(await verifier.picture(at: url, of: .google) == nil, "\(host)")
                    named.local.redirects(to: url)
                    let redirected = await verifier.picture(at: named.local.url, of: .google)
                    #expect(redirected == nil, "\(host)")
                }
                #expect(other.local.connections == 0)
                #expect(named.local.requests.count == 5)
                let reason = "a picture at 0x7f.1: 0x7f.1 has only private addresses"
                #expect(named.log.lines.description.contains(reason))
                // Users sign in without a picture.
                #expect(await verifier.status().first?.lastFailure == nil)
            }
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.1/a", "ftp://127.0.0.1/a", "file:///etc/passwd", "//127.0.0.1/a", "",
            "https://", "https:///a", "https://user@127.0.0.1/a", "https://127.0.0.1:0/a",
            "https://127.0.0.1:65536/a", "https://127.0.0.1/a#b", "https://127.0.0.1/ a",
            "https://127.0.0.1/é", "https://a_b/", "https://exämple.com/", "HTTPS//x",
            "https://127.0.0.1/\r\nX: y", "data:image/png;base64,AAAA",
            "https://h/\(String(repeating: "p", count: 4_096))",
        ]
    )
    func `only https URLs lead to pictures`(url: String) async throws {
        #expect(WebTarget(url) == nil)
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            #expect(await verifier.picture(at: url, of: .google) == nil)
            scene.local.redirects(to: url)
            scene.local.does(.redirect)
            #expect(await verifier.picture(at: scene.local.url, of: .google) == nil)
            #expect(scene.local.requests == ["/"])
        }
    }

    @Test func `three redirects are followed, and no fourth`() async throws {
        try await Scene.run(.google) { scene in
            scene.local.redirects(to: "/again")
            scene.local.does(.redirect)
            let verifier = try scene.verifier()
            #expect(await verifier.picture(at: scene.local.url, of: .google) == nil)
            #expect(scene.local.requests == ["/", "/again", "/again", "/again"])
        }
    }

    @Test(
        arguments: [
            ("https://Host.example", "host.example", 443, "", "host.example"),
            ("https://h:8443/a/b?c=d&e", "h", 8_443, "/a/b?c=d&e", "h:8443"),
            ("https://[2001:db8::1]:444/", "2001:db8::1", 444, "/", "[2001:db8::1]:444"),
        ]
    )
    func `a URL has these parts`(
        url: String,
        host: String,
        port: Int,
        path: String,
        authority: String
    ) throws {
        let target = try #require(WebTarget(url))
        #expect((target.host, target.port) == (host, port))
        #expect((target.path, target.authority) == (path, authority))
    }

    @Test func `the operator's address has a path at most`() {
        #expect(ProviderAddress("https://h:1/a/") == ProviderAddress("https://h:1/a"))
        #expect(ProviderAddress("https://h")?.port == 443)
        for url in ["http://h", "https://h?a", "https://h/?a=b", "h", "https://u:p@h"] {
            #expect(ProviderAddress(url) == nil, "\(url)")
        }
    }

    @Test(
        arguments: [
            ("8.8.8.8", true), ("157.240.1.35", true), ("172.15.255.255", true),
            ("172.16.0.0", false), ("172.31.255.255", false), ("172.32.0.0", true),
            ("10.1.2.3", false), ("127.0.0.1", false), ("0.0.0.0", false),
            ("100.63.255.255", true), ("100.64.0.0", false), ("100.128.0.0", true),
            ("169.254.169.254", false), ("192.168.0.1", false), ("192.0.2.1", false),
            ("198.18.0.1", false), ("203.0.113.7", false), ("223.255.255.255", true),
            ("224.0.0.1", false), ("255.255.255.255", false),
            ("2a03:2880:f12f:83:face:b00c:0:25de", true), ("2607:f8b0::1", true),
            ("::1", false), ("::", false), ("fe80::1", false), ("fc00::1", false),
            ("fd12::1", false), ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false),
            ("2002:7f00:1::", false), ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true),
            ("64:ff9b::808:808", true), ("64:ff9b::7f00:1", false), ("64:ff9b::a9fe:a9fe", false),
            ("64:ff9b:1::808:808", false),
        ]
    )
    func `an address is public or not`(address: String, isPublic: Bool) throws {
        let socket = try SocketAddress(ipAddress: address, port: 443)
        #expect(PublicAddresses.isPublic(socket) == isPublic)
    }
}
