// What the client does that openapi-generator's swift6 generated. Built with it by
// deploy/check-clients:
//
//     check URL PICTURE
//
// Prints a line for each step, and exits with 1 if one failed.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let url = CommandLine.arguments[1]
let picture = URL(fileURLWithPath: CommandLine.arguments[2])

func check(_ what: String, _ holds: Bool, _ found: Any = "") {
    print("\(holds ? "ok    " : "FAILED") Swift: \(what)\(holds ? "" : ": \(found)")")
    if !holds { exit(1) }
}

func client(_ token: String? = nil) -> OpenAPIClientAPIConfiguration {
    OpenAPIClientAPIConfiguration(
        basePath: url,
        customHeaders: token.map { ["Authorization": "Bearer \($0)"] } ?? [:],
        apiResponseQueue: .global()
    )
}

func account(_ name: String) async throws -> (Account, OpenAPIClientAPIConfiguration) {
    let suffix = UUID().uuidString.prefix(8).lowercased()
    let registration = Registration(
        username: "\(name.lowercased())_\(suffix)",
        password: "correct horse battery",
        firstName: name,
        lastName: "Check"
    )
    let signedIn = try await SessionsAPI.register(
        registration: registration,
        apiConfiguration: client()
    )
    check("\(name) signs up", signedIn.user.firstName == name)
    return (signedIn.user, client(signedIn.accessToken))
}

/// Asks until what is told later has come.
func eventually<T>(_ ask: () async throws -> T, _ holds: (T) -> Bool) async throws -> T {
    for _ in 0..<100 {
        let answer = try await ask()
        if holds(answer) { return answer }
        try await Task.sleep(nanoseconds: 100_000_000)
    }
    return try await ask()
}

func run() async throws {
    check(
        "the contract names the server",
        OpenAPIClientAPIConfiguration.shared.basePath == url,
        OpenAPIClientAPIConfiguration.shared.basePath
    )
    let (_, anas) = try await account("Ana")
    let (bo, bos) = try await account("Bo")

    let request = try await FriendsAPI.sendFriendRequest(
        newFriendRequest: NewFriendRequest(to: bo.id),
        apiConfiguration: anas
    )
    let accepted = try await FriendsAPI.acceptFriendRequest(id: request.id, apiConfiguration: bos)
    check("they become friends", accepted.id == request.id)

    let media = try await MediaAPI.uploadMedia(body: picture, id: UUID(), apiConfiguration: anas)
    check("a PNG is uploaded", media.contentType.rawValue == "image/png", media)
    let sent = try Data(contentsOf: picture)
    let address = URL(string: media.url, relativeTo: URL(string: url)) ?? picture
    let shown = try await URLSession.shared.data(from: address)
    check("and downloaded", shown.0 == sent, shown.1)

    let challenge = NewChallenge(kind: .dare, name: "Ten push-ups", recipients: [bo.id])
    let dare = try await ChallengesAPI.createChallenge(
        newChallenge: challenge,
        apiConfiguration: anas
    )
    check("a dare is sent", dare.name == "Ten push-ups", dare)

    let contest = try await ContestsAPI.createContest(
        newContest: NewContest(
            kind: .competition,
            name: "Swim",
            unit: "lengths",
            invitees: [bo.id],
            startsOn: OpenAPIDateWithoutTime(wrappedDate: Date(), timezone: .gmt),
            endsOn: OpenAPIDateWithoutTime(wrappedDate: Date() + 7 * 86_400, timezone: .gmt),
            timeZone: "UTC",
            authorPlays: true,
            mediaIDs: [media.id]
        ),
        apiConfiguration: anas
    )
    check("a contest by days is made", contest.wholeDays, contest)

    let entry = try await EntriesAPI.addEntry(
        id: contest.id,
        newEntry: NewEntry(amount: 12),
        apiConfiguration: anas
    )
    check("something is logged", entry.amount == 12, entry)

    let board = try await eventually {
        try await ContestsAPI.getBoard(id: contest.id, apiConfiguration: anas)
    } _: {
        $0.items.first?.value == 12
    }
    check("the board has it", board.items.first?.value == 12, board)

    let expected: Set<NoticeKind> = [.darereceived, .contestinvited]
    let inbox = try await eventually {
        try await InboxAPI.listNotices(apiConfiguration: bos)
    } _: {
        Set($0.items.map(\.kind)).isSuperset(of: expected)
    }
    let kinds = Set(inbox.items.map(\.kind))
    check("so has the inbox what came", kinds.isSuperset(of: expected), kinds)
    let decoder = anas.codableHelper.jsonDecoder
    let later = try decoder.decode([NoticeKind].self, from: Data(#"["ofALaterRelease"]"#.utf8))
    check("an unknown kind harms nothing", later == [.unknownDefaultOpenApi], later)

    let settings = try await PeopleAPI.getSettingsWithRequestBuilder(apiConfiguration: anas)
        .execute()
    let tag = settings.header.first { $0.key.lowercased() == "etag" }?.value
    check("settings have a tag", tag != nil, settings.header)
    let saved = try await PeopleAPI.changeSettings(
        ifMatch: tag,
        settingsChange: SettingsChange(isListed: true),
        apiConfiguration: anas
    )
    check("settings are saved", saved.isListed)
    let late = await refusal {
        _ = try await PeopleAPI.changeSettings(
            ifMatch: tag,
            settingsChange: SettingsChange(isListed: false),
            apiConfiguration: anas
        )
    }
    let problem = try decoder.decode(SettingsProblem.self, from: late.body)
    let isShown = late.status == 412 && problem.current?.version == saved.version
    check("a late save is shown the current ones", isShown, problem)
}

/// What a request is refused with.
func refusal(_ ask: () async throws -> Void) async -> (status: Int, body: Data) {
    do {
        try await ask()
    } catch let error as ErrorResponse {
        switch error {
        case .error(let status, let data, _, _): return (status, data ?? Data())
        }
    } catch {
        check("it is answered", false, error)
    }
    return (0, Data())
}

do {
    try await run()
} catch let error as ErrorResponse {
    switch error {
    case .error(let status, let data, _, let cause):
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        check("nothing is refused", false, "\(status) \(text) \(cause)")
    }
} catch {
    check("nothing fails", false, error)
}
