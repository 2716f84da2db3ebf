public import Identifiers

/// A picture as a reply names it; the gateway writes it as a signed URL.
///
/// A reference is handed out only with something that the viewer may see.
public struct MediaReference: Codable, Hashable, Sendable {
    /// The picture.
    public let media: MediaID
    /// Which rendering of it: `original`.
    public let variant: String

    public init(_ media: MediaID, variant: String = "original") {
        self.media = media
        self.variant = variant
    }
}
