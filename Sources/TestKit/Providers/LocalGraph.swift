import Crypto
import FoundationEssentials

/// A user of the local Facebook who has signed in to an app.
public struct LocalGraphUser: Sendable {
    /// The access token of this user for the app.
    public var token: String
    public var subject: String
    /// The app that the token is for.
    public var app: String
    public var firstName = "Bo"
    public var lastName = "Li"
    public var email: String?
    public var picture: String?
    /// Whether the picture is Facebook's grey figure.
    public var isSilhouette = false
    /// Friends who use the app too.
    public var friends: [String] = []
    /// 0 for never.
    public var expiresAt: Int64 = 0
    public var isValid = true
    public var type = "USER"
    /// Another user whom `/me` describes: what Facebook never does.
    public var describes: String?

    public init(token: String, subject: String, app: String) {
        (self.token, self.subject, self.app) = (token, subject, app)
    }
}

/// The part of Facebook's Graph API that signing in uses.
struct LocalGraph {
    let app: String
    let secret: String
    let users: [LocalGraphUser]
    let now: Int64

    func answer(_ target: String) -> LocalAnswer? {
        guard let parts = URLComponents(string: target) else { return nil }
        let query = Dictionary(
            (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { $1 }
        )
        switch parts.path {
        case "/v23.0/debug_token": return debug(query)
        case "/v23.0/me": return of(query) { me($0, query) }
        case "/v23.0/me/friends": return of(query) { friends($0, query) }
        default: return nil
        }
    }

    private func debug(_ query: [String: String]) -> LocalAnswer {
        guard query["access_token"] == "\(app)|\(secret)", isProved(query) else {
            return Self.error(190, "Invalid OAuth access token signature.")
        }
        guard let user = users.first(where: { $0.token == query["input_token"] }) else {
            return LocalAnswer(
                200,
                """
                {"data":{"error":{"code":190,"message":"Invalid OAuth access token."},\
                "is_valid":false,"scopes":[]}}
                """
            )
        }
        guard user.app == app else {
            return Self.error(
                100,
                "(#100) The App_id in the input_token did not match the Viewing App"
            )
        }
        return LocalAnswer(
            200,
            """
            {"data":{"app_id":"\(user.app)","type":"\(user.type)","application":"Gauntlet",\
            "data_access_expires_at":\(now + 7_776_000),"expires_at":\(user.expiresAt),\
            "is_valid":\(user.isValid),"scopes":["email","user_friends","public_profile"],\
            "user_id":"\(user.subject)"}}
            """
        )
    }

    private func of(
        _ query: [String: String],
        _ answer: (LocalGraphUser) -> LocalAnswer
    ) -> LocalAnswer {
        guard isProved(query) else { return Self.error(100, "Invalid appsecret_proof provided") }
        guard let user = users.first(where: { $0.token == query["access_token"] && $0.isValid })
        else { return Self.error(190, "Error validating access token") }
        return answer(user)
    }

    private func me(_ user: LocalGraphUser, _ query: [String: String]) -> LocalAnswer {
        var members = [
            "id": LocalToken.text(user.describes ?? user.subject),
            "first_name": LocalToken.text(user.firstName),
            "last_name": LocalToken.text(user.lastName),
            "name": LocalToken.text("\(user.firstName) \(user.lastName)"),
        ]
        if let email = user.email { members["email"] = LocalToken.text(email) }
        if let picture = user.picture {
            let url = LocalToken.text(picture)
            members["picture"] =
                "{\"data\":{\"url\":\(url),\"is_silhouette\":\(user.isSilhouette)}}"
        }
        let asked = (query["fields"] ?? "").split { ",{.".contains($0) }.map(String.init)
        return LocalAnswer(200, LocalToken.json(members.filter { asked.contains($0.key) }))
    }

    private func friends(_ user: LocalGraphUser, _ query: [String: String]) -> LocalAnswer {
        let (limit, start) = (Int(query["limit"] ?? "") ?? 25, Int(query["after"] ?? "") ?? 0)
        let page = user.friends.dropFirst(start).prefix(limit)
        let end = start + page.count
        let data = page.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        let next =
            end < user.friends.count ? ",\"next\":\"https:\\/\\/127.0.0.1:1\\/evil\"" : ""
        let paging =
            page.isEmpty
            ? "" : ",\"paging\":{\"cursors\":{\"before\":\"\(start)\",\"after\":\"\(end)\"}\(next)}"
        return LocalAnswer(
            200,
            "{\"data\":[\(data)]\(paging),\"summary\":{\"total_count\":\(user.friends.count)}}"
        )
    }

    private func isProved(_ query: [String: String]) -> Bool {
        let proof = HMAC<SHA256>.authenticationCode(
            for: Array((query["access_token"] ?? "").utf8),
            using: SymmetricKey(data: Array(secret.utf8))
        )
        return query["appsecret_proof"]
            == proof.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined()
    }

    private static func error(_ code: Int, _ message: String) -> LocalAnswer {
        LocalAnswer(
            400,
            """
            {"error":{"message":"\(message)","type":"OAuthException","code":\(code),\
            "fbtrace_id":"A1b2C3d4"}}
            """
        )
    }
}
