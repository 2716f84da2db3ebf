import Testing

@testable import Gateway

/// Addresses as they are written in headers.
@Suite struct IPAddressTests {
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
        "[::1]",
        "12345", "localhost", "1.2.3.4.5", "0x7f.1",
    ])
    func `what is no address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.77", 24, "192.0.2.0"), ("192.0.2.77", 32, "192.0.2.77"),
        ("192.0.2.77", 0, "0.0.0.0"),
        ("192.0.2.77", 31, "192.0.2.76"), ("2001:db8:1:2:3::4", 64, "2001:db8:1:2::"),
        ("2001:db8:1:3::", 63, "2001:db8:1:2::"),
    ])
    func `a network begins with the same bits`(text: String, bits: Int, first: String) throws {
        #expect(try #require(IPAddress(text)).masked(to: bits).description == first)
    }
}
