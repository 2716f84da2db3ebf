import Hummingbird
import IdentityAPI
import Wire

extension CallRoute {
    /// The routes that sign in with a provider, and list, link and unlink its logins.
    static let logins: [CallRoute] = [
        CallRoute(
            .post,
            "sessions/providers/{provider}",
            SignInWithProvider.self,
            to: \.identity,
            status: .created,
            ["provider": .provider("provider")]
        ),
        CallRoute(.get, "me/logins", ListLogins.self, to: \.identity),
        CallRoute(
            .put,
            "me/logins/{provider}",
            LinkLogin.self,
            to: \.identity,
            ["provider": .provider("provider")]
        ),
        CallRoute(
            .delete,
            "me/logins/{provider}",
            UnlinkLogin.self,
            to: \.identity,
            status: .noContent,
            ["provider": .provider("provider")]
        ),
    ]
}

extension GatewayContext {
    /// The provider in the path. Any other text is refused as not found.
    func provider(_ name: String) throws(IdentityError) -> String {
        guard let text = parameters.get(name), let provider = LinkedLogin.Provider(word: text),
            provider != .unknown
        else { throw .providerUnknown }
        return provider.rawValue
    }
}
