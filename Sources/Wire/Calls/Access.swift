/// Who may make a call. Only the switchboard checks it.
public enum Access: Hashable, Sendable {
    /// Everyone who reaches the service, signed in or not.
    case anyone
    /// A user whom the gateway has authenticated.
    case signedIn
    /// A user with the moderator's right.
    case moderator
    /// Another process of the cluster, by the name that it has proved.
    case cluster([ServiceName])
    /// The operator's command.
    case `operator`
}

/// The processes of a cluster, by the names that they prove to each other.
public enum ServiceName: String, Codable, CaseIterable, Sendable {
    case identity, challenges, media, scoring, gateway
    /// The operator's command, `gauntlet`.
    case `operator`
}
