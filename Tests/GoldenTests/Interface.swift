import ChallengesAPI
import Identifiers
import IdentityAPI
import MediaAPI
import OutboxAPI
import ScoringAPI
import Wire

@testable import Gateway

/// Everything that the services of this release say to each other.
enum Interface {
    /// A service and what it answers.
    struct Service: Sendable {
        let name: ServiceName
        let calls: [any Call.Type]
        /// Events of this service that several others answer.
        var published: [any Call.Type] = []
    }

    static let services = [
        Service(
            name: .identity,
            calls: IdentityAPI.calls,
            published: IdentityAPI.published
        ),
        Service(name: .challenges, calls: ChallengesAPI.calls),
        Service(name: .media, calls: MediaAPI.calls),
        Service(name: .scoring, calls: ScoringAPI.calls),
    ]

    /// What every service answers.
    static let shared = OutboxAPI.calls

    /// Every call, in the order of numbers.
    static let calls = (shared + services.flatMap { $0.calls + $0.published })
        .sorted { $0.id.rawValue < $1.id.rawValue }

    /// Every list of refusals, the protocol's own first.
    static let errors: [any ServiceError.Type] = [
        WireError.self, IdentityError.self, ChallengesError.self, MediaError.self,
        ScoringError.self, OutboxError.self, GatewayError.self,
    ]
}

extension Call {
    /// `CreateChallenge`.
    static var name: String { String(describing: Self.self) }

    /// Another process of the cluster, or the operator, and nobody else may ask.
    static var isInternal: Bool {
        switch access {
        case .cluster, .operator: true
        case .anyone, .signedIn, .moderator: false
        }
    }
}

extension Access {
    /// What `calls.txt` says: `cluster(challenges,scoring)`.
    var word: String {
        switch self {
        case .anyone: "anyone"
        case .signedIn: "signedIn"
        case .moderator: "moderator"
        case .cluster(let names): "cluster(\(names.map(\.rawValue).joined(separator: ",")))"
        case .operator: "operator"
        }
    }
}

extension Array where Element: Equatable {
    /// The elements that stand here more than once.
    var repeated: [Element] {
        indices.filter { self[..<$0].contains(self[$0]) }.map { self[$0] }
    }
}
