import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// Makes codes that let into a contest whoever has them, shows where one leads, opens it, and
    /// ends it.
    static let codes: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/codes",
            MakeCode.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "contests/{id}/codes",
            ListCodes.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(.get, "codes/{code}", GetCode.self, to: \.challenges, ["code": .code("code")]),
        CallRoute(
            .post,
            "codes/{code}/open",
            OpenCode.self,
            to: \.challenges,
            ["code": .code("code"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "codes/{code}",
            RevokeCode.self,
            to: \.challenges,
            status: .noContent,
            ["code": .code("code")]
        ),
    ]
}

extension GatewayContext {
    /// The contest's code in the path. What a code leads to is told by its first character; text that
    /// begins with another one than a contest's code is refused as a code that is not there.
    func code(_ name: String) throws(ChallengesError) -> String {
        guard let text = parameters.get(name), text.utf8.first == UInt8(ascii: "c") else {
            throw .codeNotFound
        }
        return text
    }
}
