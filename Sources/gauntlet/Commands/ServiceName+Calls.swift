import ArgumentParser
import ChallengesAPI
import IdentityAPI
import MediaAPI
import OutboxAPI
import ScoringAPI
import Wire

extension ServiceName {
    /// The services, in the order in which they are shown.
    static let services: [ServiceName] = [.identity, .challenges, .media, .scoring]

    /// The service of an argument.
    ///
    /// - Parameter argument: The argument's text.
    /// - Throws: `ValidationError` if no service has that name.
    init(ofService argument: String) throws {
        guard let name = ServiceName(rawValue: argument), Self.services.contains(name) else {
            let names = Self.services.map(\.rawValue).sorted().joined(separator: ", ")
            throw ValidationError("There is no service “\(argument)”: it is one of \(names).")
        }
        self = name
    }

    /// The calls that a service answers; empty for any other process.
    var calls: [any Call.Type] {
        let own: [any Call.Type] =
            switch self {
            case .identity: IdentityAPI.calls
            case .challenges: ChallengesAPI.calls
            case .media: MediaAPI.calls
            case .scoring: ScoringAPI.calls
            case .gateway, .operator: []
            }
        return own.isEmpty ? [] : own + OutboxAPI.calls
    }
}

extension CallID {
    /// The name of the call, if this release knows it.
    var name: String? {
        let calls = ServiceName.services.flatMap(\.calls) + IdentityAPI.published
        return calls.first { $0.id == self }.map { "\($0)" }
    }
}
