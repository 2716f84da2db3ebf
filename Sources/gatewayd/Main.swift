import Gateway
import Launch
import Transport
import Wire

@main struct GatewayMain {
    static func main() async {
        await Launch.service(.gateway) { host in
            let media = try host.caller(to: .media, connectionsPerAddress: 2)
            let gateway = Gateway(
                identity: try host.caller(to: .identity),
                challenges: try host.caller(to: .challenges),
                media: media,
                scoring: try host.caller(to: .scoring),
                configuration: try read(host.settings, of: host),
                pictureStreams: { media.streamsMax },
                logger: host.logger
            )
            host.ready(when: "the port and the signing keys") { gateway.isReady }
            try await host.run([gateway])
        }
    }

    private static func read(_ settings: Settings, of host: Host) throws -> Gateway.Configuration {
        let address = try settings.address("http.listen", default: "127.0.0.1:8080")
        var requests = RequestLimits(exempt: try settings.networks("limits.exempt"))
        try settings.read("limits.user", in: 1...1_000_000_000, into: &requests.perUser)
        try settings.read("limits.address", in: 1...1_000_000_000, into: &requests.perAddress)
        try settings.read("limits.connections", in: 1...1_000_000, into: &requests.connections)
        try settings.read("limits.pictures", in: 1...1_000_000, into: &requests.pictures)
        var stall = Duration.seconds(10)
        try settings.read("limits.stall", into: &stall)
        return Gateway.Configuration(
            host: address.host,
            port: address.port,
            publicURL: try settings.value("public.url", as: PublicURL.form) { .init($0) },
            mediaKeys: host.derivedKeys(for: "media-urls"),
            origins: try settings.value("cors.origins", as: AllowedOrigins.form) { .init($0) }
                ?? .init(),
            proxies: try settings.networks("trusted.proxies"),
            requests: requests,
            gateways: try settings.value("gateways", as: GatewayCount.form) { .init($0) } ?? .one,
            stall: stall
        )
    }
}
