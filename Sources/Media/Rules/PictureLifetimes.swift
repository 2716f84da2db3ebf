public import Values

/// How long is kept what nothing needs (2.12-upload). An operator may change it.
public struct PictureLifetimes: Hashable, Sendable {
    /// How long a picture stays that nothing uses.
    public var unused: Duration
    /// How long a file stays that belongs to no picture, finished or not. Longer than any upload
    /// takes.
    public var unfinished: Duration

    public init(unused: Duration = .days(7), unfinished: Duration = .hours(24)) {
        self.unused = unused
        self.unfinished = unfinished
    }
}
