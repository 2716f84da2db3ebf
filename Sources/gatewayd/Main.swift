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
                configuration: try Gateway.Configuration(host.settings, of: host),
                pictureStreams: { media.streamsMax },
                logger: host.logger
            )
            host.ready(when: "the port and the signing keys") { gateway.isReady }
            try await host.run([gateway])
        }
    }
}
