public import Identifiers

/// A picture in a reply; the gateway writes it as a signed URL.
///
/// A reference is given out only with something that the viewer may see.
public struct MediaReference: Codable, Hashable, Sendable {
    /// The picture.
    public let media: MediaID
    /// Which rendering of it: `original`.
    public let variant: String

    /// The types of pictures.
    public static let contentTypes = ["image/jpeg", "image/png", "image/webp"]

    public init(_ media: MediaID, variant: String = "original") {
        self.media = media
        self.variant = variant
    }
}
