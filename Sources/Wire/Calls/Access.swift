/// Who may ask a call. The switchboard checks it, and nothing else does.
public enum Access: Hashable, Sendable {
    /// Whoever reaches the service, signed in or not.
    case anyone
    /// A person whom the gateway has recognised.
    case signedIn
    /// A person with the moderator's right.
    case moderator
    /// Another process of the cluster, by the name that it proved.
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
