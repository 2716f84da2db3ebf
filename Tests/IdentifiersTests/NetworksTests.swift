import Testing
import Values

struct NetworksTests {
    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.255.255"), ("10.0.0.0/8", "::ffff:10.1.2.3"),
            ("10.1.2.3/8", "10.9.9.9"), ("192.168.1.7", "192.168.1.7"), ("0.0.0.0/0", "8.8.8.8"),
            ("::1", "::1"), ("2001:db8::/32", "2001:db8:ffff::1"), ("::/0", "2001:db8::1"),
            ("::/0", "8.8.8.8"), ("127.0.0.0/8 , ::1", "::1"), (" 10.0.0.0/31", "10.0.0.1"),
            ("::ffff:10.0.0.0/104", "10.2.3.4"), ("10.0.0.1/32", "10.0.0.1"),
            ("2001:db8::1/128", "2001:db8::1"), ("fe80::/10", "fe80::1%eth0"),
        ]
    )
    func `an address lies in a network`(networks: String, address: String) throws {
        let networks = try #require(Networks(networks))
        #expect(networks.contains(address))
        #expect(networks.contains(try #require(IPAddress(address))))
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "11.0.0.0"), ("10.0.0.0/31", "10.0.0.2"),
            ("10.0.0.0/8", "9.255.255.255"),
            ("192.168.1.7", "192.168.1.8"), ("0.0.0.0/0", "2001:db8::1"), ("::1", "127.0.0.1"),
            ("10.0.0.1/32", "10.0.0.2"), ("2001:db8::1/128", "2001:db8::2"),
            ("::ffff:10.0.0.0/104", "11.0.0.0"), ("::/97", "255.0.0.0"),
            ("2001:db8::/32", "2001:db9::1"), ("::/0", "nowhere"), ("0.0.0.0/0", ""),
        ]
    )
    func `an address lies outside`(networks: String, address: String) throws {
        let networks = try #require(Networks(networks))
        #expect(!networks.contains(address))
        if let address = IPAddress(address) { #expect(!networks.contains(address)) }
    }

    @Test(arguments: [
        "", ",", "10.0.0.0/8,", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/",
        "10.0.0/8",
        "::/129", "::ffff:10.0.0.0/129", "fe80::1%eth0", "fe80::%eth0/10", "10.0.0.0%lo/8",
        "2001:db8::/32/1", "localhost", "10.0.0.0/8 192.168.0.0/16", "10.0.0.0/ 8 x",
    ])
    func `what is no network is refused`(text: String) {
        #expect(Networks(text) == nil)
    }

    @Test func `no network holds nothing`() {
        #expect(!Networks().contains("127.0.0.1"))
    }
}
