import Crypto
import NIOCore
import Values

/// Facebook's Graph API: checks an access token, and reads its user's profile.
struct FacebookGraph: Sendable {
    /// The maximum length of an access token in bytes.
    static let tokenBytesMax = 2_048
    /// The maximum length of an answer in bytes.
    static let answerBytesMax = 262_144
    /// How many friends are asked for at once, and how often.
    static let (friendsAPage, pagesMax) = (250, 4)

    let address: ProviderAddress
    /// The app's id.
    let app: String
    let secret: String
    let web: WebClient
    let health: ProviderHealth
    let now: @Sendable () -> Instant

    /// The account that an access token is for.
    ///
    /// - Parameters:
    ///   - token: The token, from anyone.
    ///   - deadline: When to give up.
    /// - Returns: The account.
    /// - Throws: `ProviderRefusal`.
    func account(
        _ token: String,
        until deadline: NIODeadline
    ) async throws(ProviderRefusal) -> ProviderAccount {
        guard Self.isToken(token) else { throw .invalidToken }
        let subject = try await owner(of: token, until: deadline)
        let me = try await ask("me", identify(token) + [("fields", Self.profile)], until: deadline)
        // Another user's profile says nothing about this user.
        guard me["id"]?.id == subject else { throw .invalidToken }
        var account = ProviderAccount(provider: .facebook, subject: subject)
        account.email = me["email"]?.text.bounded(to: ProviderAccount.emailBytesMax)
        account.firstName = (me["first_name"] ?? me["name"])?.text
            .bounded(to: ProviderAccount.nameBytesMax)
        account.lastName = me["last_name"]?.text.bounded(to: ProviderAccount.nameBytesMax)
        if let picture = me["picture"]?["data"], picture["is_silhouette"] != .bool(true) {
            account.pictureURL = picture["url"]?.text.bounded(to: WebTarget.bytesMax)
        }
        account.friendSubjects = await friends(token, until: deadline)
        return account
    }

    private static let profile =
        "id,first_name,last_name,name,email,picture.width(720).height(720){url,is_silhouette}"

    /// The user of a token, if it is valid and this app's. Other apps get tokens of the same
    /// users, and could otherwise sign in as them.
    private func owner(
        of token: String,
        until deadline: NIODeadline
    ) async throws(ProviderRefusal) -> String {
        let answer = try await ask(
            "debug_token",
            [("input_token", token)] + identify("\(app)|\(secret)"),
            until: deadline
        )
        guard let data = answer["data"] else {
            health.note("debug_token at \(address.host)", WebFailure("its answer has no data"))
            throw .unavailable
        }
        guard data["is_valid"] == .bool(true),
            data["app_id"]?.id == app, data["type"] == nil || data["type"] == "USER",
            isUnexpired(data["expires_at"]),
            let subject = data["user_id"]?.id
        else { throw .invalidToken }
        return subject
    }

    /// 0 is a token that does not expire.
    private func isUnexpired(_ time: JSON?) -> Bool {
        guard let seconds = time?.seconds else { return false }
        return seconds == 0 || now() < Instant(microseconds: seconds * 1_000_000)
    }

    /// Friends who use the app too; none if they cannot be read, and the sign-in goes on.
    private func friends(_ token: String, until deadline: NIODeadline) async -> [String] {
        var items: [JSON] = []
        var cursor: String?
        for _ in 0..<Self.pagesMax {
            var query = identify(token) + [("fields", "id"), ("limit", "\(Self.friendsAPage)")]
            if let cursor { query.append(("after", cursor)) }
            guard let page = try? await ask("me/friends", query, until: deadline) else { break }
            items += page["data"]?.items?.prefix(Self.friendsAPage).compactMap { $0["id"] } ?? []
            // Never the address of the next page, which the answer also has: only its cursor.
            guard page["paging"]?["next"] != nil,
                let after = page["paging"]?["cursors"]?["after"]?.text.bounded(to: 1_024),
                after != cursor
            else { break }
            cursor = after
        }
        return ProviderAccount.friends(items)
    }

    /// A token, and the proof that this app sends it.
    private func identify(_ token: String) -> [(name: String, value: String)] {
        let proof = HMAC<SHA256>.authenticationCode(
            for: Array(token.utf8),
            using: SymmetricKey(data: Array(secret.utf8))
        )
        return [("access_token", token), ("appsecret_proof", hexadecimal(proof))]
    }

    private func ask(
        _ path: String,
        _ query: [(name: String, value: String)],
        until deadline: NIODeadline
    ) async throws(ProviderRefusal) -> JSON {
        let target = WebTarget(
            host: address.host,
            port: address.port,
            path: "\(address.path)/\(Self.version)/\(path)\(WebTarget.query(query))"
        )
        let answer: WebAnswer
        do throws(WebFailure) {
            answer = try await web.get(target, bytesMax: Self.answerBytesMax, until: deadline)
        } catch {
            health.note("\(path) at \(address.host)", error)
            throw .unavailable
        }
        let json = JSON(answer.body)
        if answer.status == 200, let json, case .object = json { return json }
        let code = json?["error"]?["code"]?.seconds
        if let code, Self.blamesToken(code, path) { throw .invalidToken }
        let words = code.map { " with code \($0)" } ?? ""
        let failure = WebFailure("it answered \(answer.status)\(words)")
        health.note("\(path) at \(address.host)", failure)
        throw .unavailable
    }

    /// Calls to a version that has ended get the oldest one that has not.
    private static let version = "v23.0"

    /// Whether an error is about the user's token. Asked about a token, Facebook reports its faults
    /// in `data`, other than that it is another app's (100); 190 is then about this app's secret.
    private static func blamesToken(_ code: Int64, _ path: String) -> Bool {
        path == "debug_token" ? code == 100 : [102, 190].contains(code)
    }

    private static func isToken(_ text: String) -> Bool {
        (1...tokenBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
