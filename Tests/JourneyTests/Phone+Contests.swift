import TestBasics
import Testing

extension Phone {
    /// Makes a contest, and returns it; with a name, and whatever else the fields say.
    func contest(_ fields: String, inviting invitees: [Phone] = []) async throws -> Answer {
        let ids = invitees.map { "\"\($0.id)\"" }.joined(separator: ",")
        return try await succeed(
            "POST /v1/contests",
            json: #"{"name":"Most water","invitees":[\#(ids)],\#(fields)}"#
        )
    }

    /// The pictures of a gallery: what each is of, and its audience.
    func gallery(_ of: String) async throws -> [String] {
        try await succeed("GET /v1/\(of)/photos?limit=100")["items"].items.map { photo in
            "\(photo["of"]?.text ?? "") \(photo["audience"]?.text ?? "")"
        }
    }

    func join(_ contest: String, json: String = "{}") async throws {
        try await succeed("POST /v1/contests/\(contest)/join", json: json)
    }

    /// Logs something for a contest, and returns the entry.
    @discardableResult
    func log(_ fields: String, in contest: String) async throws -> Answer {
        try await succeed("POST /v1/contests/\(contest)/entries", json: "{\(fields)}")
    }

    /// The contests of one of the user's lists.
    func contests(_ query: String) async throws -> [String?] {
        try await succeed("GET /v1/contests?\(query)")["items"].items.map { $0["id"]?.text }
    }

    /// The board of a contest as the user sees it: `ana 1`, or `ana –` without a rank.
    func board(of contest: String) async throws -> [String] {
        try await succeed("GET /v1/contests/\(contest)/board")["items"].items.map { row in
            let name = row["user"]["username"]?.text ?? ""
            return "\(name) \(row["rank"]?.number.map(String.init) ?? "–")"
        }
    }

    /// What the user is told about a contest, the newest first: `contestInvited new`.
    func told(of contest: String) async throws -> [String] {
        try await succeed("GET /v1/inbox?limit=100")["items"].items.filter { item in
            item["challengeID"]?.text == contest
        }.map { item in
            "\(item["kind"]?.text ?? "") \(item["state"]?.text ?? "")"
        }
    }

    /// The user on another phone, for access tokens are valid for 15 minutes.
    func signedInAgain(_ nobody: Phone) async throws -> Phone {
        let login = #"{"login":"\#(username)","password":"\#(Self.password)"}"#
        return try nobody.signedIn(try await nobody.succeed("POST /v1/sessions", json: login))
    }
}
