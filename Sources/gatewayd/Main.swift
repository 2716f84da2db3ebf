import Gateway
import Launch
import Transport
import Wire

@main struct GatewayMain {
    static func main() async {
        await Launch.service(.gateway) { host in
            let address = try host.settings.address("http.listen", default: "127.0.0.1:8080")
            let gateway = Gateway(
                identity: try host.caller(to: .identity),
                challenges: try host.caller(to: .challenges),
                media: try host.caller(to: .media),
                scoring: try host.caller(to: .scoring),
                configuration: .init(
                    host: address.host,
                    port: address.port,
                    publicURL: host.settings.text("public.url"),
                    mediaKeys: host.derivedKeys(for: "media-urls")
                ),
                logger: host.logger
            )
            host.ready(when: "signing keys") { gateway.isReady }
            try await host.run([gateway])
        }
    }
}
