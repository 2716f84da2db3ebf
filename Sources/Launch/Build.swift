/// This release.
public enum Build {
    /// Shown in handshakes and logs.
    public static let version = "0.1.0"
}
