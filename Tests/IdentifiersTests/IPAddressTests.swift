import Testing
import Values

struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("2001:DB8:0::1", "2001:db8::1"),
        ("::", "::"), ("::1%lo", "::1"), ("fe80::1%eth0", "fe80::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
    ])
    func `an address has one form`(text: String, form: String) throws {
        #expect(try #require(IPAddress(text)).description == form)
    }

    @Test(arguments: [
        "", "%lo", "192.0.2", "192.0.2.256", "192.0.2.1:80", "192.0.2.1 ", "2001:db8::1::2",
        "[::1]", "1%lo",
        "12345", "localhost", "1.2.3.4.5", "0x7f.1",
    ])
    func `a malformed address is refused`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.77", 24, "192.0.2.0"), ("192.0.2.77", 32, "192.0.2.77"),
        ("192.0.2.77", 0, "0.0.0.0"),
        ("192.0.2.77", 31, "192.0.2.76"), ("2001:db8:1:2:3::4", 64, "2001:db8:1:2::"),
        ("2001:db8:1:3::", 63, "2001:db8:1:2::"), ("2001:db8::1", 128, "2001:db8::1"),
        ("2001:db8::1", 127, "2001:db8::"), ("2001:db8::1", 0, "::"),
    ])
    func `a network begins with the same bits`(text: String, bits: Int, first: String) throws {
        #expect(try #require(IPAddress(text)).masked(to: bits).description == first)
    }

    @Test func `an address of IPv4 is one within IPv6 as well`() throws {
        let address = try #require(IPAddress("192.0.2.1"))
        #expect(address == IPAddress("::ffff:192.0.2.1"))
        #expect(address == IPAddress(v4: 0xC000_0201))
        #expect(address == IPAddress(v6: 0xFFFF_C000_0201))
        #expect(address.isIPv4)
        #expect(Set([address, IPAddress(v6: 0xFFFF_C000_0201)]).count == 1)
    }

    @Test(arguments: ["::192.0.2.1", "::1:ffff:c000:201", "::fffe:192.0.2.1", "::", "2001:db8::1"])
    func `what only looks like it is not`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isIPv4)
        #expect(address != IPAddress("192.0.2.1"))
    }

    @Test func `bytes stand in the order of the network`() {
        #expect(IPAddress(v4: 0x0102_0304).description == "1.2.3.4")
        let bits: UInt128 = 0x2001_0DB8_0001_0002_0003_0004_0005_0006
        #expect(IPAddress(v6: bits).description == "2001:db8:1:2:3:4:5:6")
        #expect(IPAddress("2001:db8:1:2:3:4:5:6") == IPAddress(v6: bits))
    }
}
