import Gateway
import Launch
import Transport
import Wire

@main struct GatewayMain {
    static func main() async {
        await Launch.service(.gateway) { host in
            let identity = try host.caller(to: .identity)
            let challenges = try host.caller(to: .challenges)
            let media = try host.caller(to: .media, connectionsPerAddress: 2)
            let scoring = try host.caller(to: .scoring)
            let gateway = Gateway(
                identity: identity,
                challenges: challenges,
                media: media,
                scoring: scoring,
                configuration: try Gateway.Configuration(host.settings, of: host),
                pictureStreams: { media.streamsMax },
                logger: host.logger
            )
            host.ready(when: "the HTTP port, the signing keys or the list of ended sessions") {
                gateway.isReady
            }
            host.degraded(by: .identity) { identity.isMissing }
            host.degraded(by: .challenges) { challenges.isMissing }
            host.degraded(by: .media) { media.isMissing }
            host.degraded(by: .scoring) { scoring.isMissing }
            host.degraded(by: .revocations) { !gateway.isFollowingRevocations }
            try await host.run([gateway])
        }
    }
}
