import Values

/// How far a load test may go.
public enum LoopbackGuard {
    /// Whether a host is this machine, by its loopback: a name is that only as `localhost`.
    public static func isLoopback(_ host: String) -> Bool {
        let plain =
            host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
        return plain == "localhost" || Networks("127.0.0.0/8,::1")?.contains(String(plain)) == true
    }
}
