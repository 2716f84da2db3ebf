import Gateway
import Launch
import Transport

extension Gateway.Configuration {
    /// Reads the gateway's configuration from the settings.
    init(_ settings: Settings, of host: Host) throws {
        let address = try settings.address("http.listen", default: "127.0.0.1:8080")
        var requests = ClientLimits(exempt: try settings.networks("limits.exempt"))
        try settings.read("limits.user", in: 1...1_000_000_000, into: &requests.perUser)
        try settings.read("limits.address", in: 1...1_000_000_000, into: &requests.perAddress)
        try settings.read("limits.connections", in: 1...1_000_000, into: &requests.connections)
        try settings.read("limits.pictures", in: 1...1_000_000, into: &requests.pictures)
        let calls = 1...1_000_000
        try settings.read("limits.calls.user", in: calls, into: &requests.callsPerUser)
        try settings.read("limits.calls.address", in: calls, into: &requests.callsPerAddress)
        try settings.read("limits.stall", into: &requests.stall)
        self.init(
            host: address.host,
            port: address.port,
            publicURL: try settings.value("public.url", as: PublicURL.form) { .init($0) },
            mediaKeys: host.derivedKeys(for: "media-urls"),
            cursorKeys: host.derivedKeys(for: "cursors"),
            origins: try settings.value("cors.origins", as: AllowedOrigins.form) { .init($0) }
                ?? .init(),
            proxies: try settings.networks("trusted.proxies"),
            requests: requests,
            compression: try settings.choice("compression", default: .gzip),
            gateways: try settings.value("gateways", as: GatewayCountSetting.form) { .init($0) }
                ?? .one,
            web: try settings.choice("web", default: .on),
            webDirectory: try settings.value("web.directory", as: WebDirectory.form) { .init($0) }
        )
    }
}
