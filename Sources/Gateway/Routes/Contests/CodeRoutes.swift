import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// The routes that make, list, show, open and revoke the codes of contests. Anyone with a code
    /// can use it.
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
    /// The contest's code in the path. A code's first character says what the code leads to. Text
    /// that begins with another character is refused as an unknown code.
    func code(_ name: String) throws(ChallengesError) -> String {
        guard let text = parameters.get(name), text.utf8.first == UInt8(ascii: "c") else {
            throw .codeNotFound
        }
        return text
    }
}
