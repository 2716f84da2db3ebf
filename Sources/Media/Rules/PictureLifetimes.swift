public import Values

/// How long unneeded pictures and files are kept (2.12-upload). Operators may change it.
public struct PictureLifetimes: Hashable, Sendable {
    /// How long an unused picture is kept; 7 days by default.
    public var unused: Duration
    /// How long a file without a picture is kept, whether it is complete or not; 24 hours by
    /// default. Longer than any upload takes.
    public var unfinished: Duration

    public init(unused: Duration = .days(7), unfinished: Duration = .hours(24)) {
        self.unused = unused
        self.unfinished = unfinished
    }
}
