import Foundation
public import Measuring
import PNG
import Staging

/// Reads through the gateway, compared with a bare route of the same library that returns a
/// constant of the same size, and a picture, compared with nginx.
public struct GatewaySuite: Suite {
    public let name = "gateway"

    public init() {}

    public func measure(into report: Report) async throws {
        let wrk = try Wrk()
        let plan = report.plan
        let settings = plan.isSmoke ? ["GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1"] : [:]
        try await StandingCluster.run(settings: settings) { cluster in
            let circle = try await Circle(friends: plan.isSmoke ? 2 : 20, of: cluster)
            try await routes(report, wrk, circle, cluster)
            try await picture(report, wrk, circle)
            try await signIn(report, wrk, circle, cluster)
        }
    }

    /// Measures each route for one person; the peer returns the same response as a constant.
    private func routes(
        _ report: Report,
        _ wrk: Wrk,
        _ circle: Circle,
        _ cluster: StandingCluster
    ) async throws {
        let targets = ["me": 0.3, "friends": 0.2, "scoreboard": 0.2, "assignments": 0.2]
        let turn = report.plan.turn
        try await Scratch.run { scratch in
            for route in targets.keys {
                let answer = try await circle.ana.ask("GET", Self.path(route))
                try scratch.write(try answer.bytes, to: route)
            }
            let peer = try Tool.built("hummingbird-peer")
            try await RunningTool.run(peer, [scratch.path]) { peer in
                for (route, target) in targets.sorted(by: { $0.value > $1.value }) {
                    let ours = cluster.url + Self.path(route)
                    let theirs = "\(peer.line)/\(route)"
                    _ = try await wrk.rate(of: ours, by: circle.people, for: .seconds(1))
                    _ = try await wrk.rate(of: theirs, for: .seconds(1))
                    try await report.compare(
                        "GET /v1/\(route)",
                        with: "bare Hummingbird",
                        in: .rate,
                        target: .atLeast(target)
                    ) {
                        try await wrk.rate(of: ours, by: circle.people, for: turn)
                    } theirs: {
                        try await wrk.rate(of: theirs, for: turn)
                    }
                }
            }
        }
    }

    private static func path(_ route: String) -> String {
        route == "assignments" ? "/v1/assignments?role=recipient" : "/v1/\(route)"
    }

    /// 200 KB of pixels, each behind one gateway and one store.
    private func picture(_ report: Report, _ wrk: Wrk, _ circle: Circle) async throws {
        let side = 258
        var dice = SystemRandomNumberGenerator()
        let pixels = (0..<side * side * 3).map { _ in UInt8.random(in: 0...255, using: &dice) }
        let png = PNGImage(width: side, height: side, pixels: pixels).bytes
        let ours = try await circle.ana.upload(png)
        let turn = report.plan.turn
        try await Scratch.run { scratch in
            try scratch.write(png, to: "picture.png")
            try await Nginx.run(serving: scratch) { nginx in
                for (contender, theirs, target) in [
                    ("nginx proxying to nginx", "\(nginx.proxy)/picture.png", Target.atLeast(0.8)),
                    ("nginx alone", "\(nginx.files)/picture.png", nil),
                ] {
                    _ = try await wrk.rate(of: ours, for: .seconds(1))
                    try await report.compare(
                        "GET a picture of \(png.count / 1_000) KB",
                        with: contender,
                        in: .rate,
                        target: target
                    ) {
                        try await wrk.rate(of: ours, for: turn)
                    } theirs: {
                        try await wrk.rate(of: theirs, for: turn)
                    }
                }
            }
        }
    }

    /// Hashing passwords is expensive: measures how many concurrent sign-ins succeed, and what
    /// throughput is left for everyone else meanwhile.
    private func signIn(
        _ report: Report,
        _ wrk: Wrk,
        _ circle: Circle,
        _ cluster: StandingCluster
    ) async throws {
        let signingIn = SigningIn(url: cluster.url, username: circle.ana.username)
        try await report.measure(
            "sign-in, 64 at once: 201, or 429 and 503 with Retry-After",
            in: .share,
            target: .atLeast(1)
        ) {
            try await signingIn.shareAnswered(of: 64)
        }
        let turn = report.plan.turn
        let me = "\(cluster.url)/v1/me"
        try await report.compare(
            "GET /v1/me beside 4 endless sign-ins",
            with: "the same alone",
            in: .rate,
            target: .atLeast(0.45)
        ) {
            try await signingIn.endlessly(4) {
                try await wrk.rate(of: me, by: circle.people, for: turn)
            }
        } theirs: {
            try await wrk.rate(of: me, by: circle.people, for: turn)
        }
    }
}
