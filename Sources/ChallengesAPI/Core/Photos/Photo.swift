public import Identifiers
public import Wire

/// A picture of a definition or of a challenge's text. Everyone who sees the definition or the text
/// sees the picture.
public struct Photo: Codable, Hashable, Sendable, Limited {
    /// The picture.
    public let id: MediaID
    /// Where it can be fetched.
    public let url: MediaReference
    /// The media type of its bytes.
    public let contentType: String?
    /// The width in pixels, as stored: before the orientation is applied.
    public let width: Int?
    /// The height in pixels, as stored: before the orientation is applied.
    public let height: Int?
    /// How to turn it upright, 2 to 8 as in EXIF; absent for an upright picture.
    public let orientation: Int?

    public static let limits: FieldLimits = [
        "contentType": .words(MediaReference.contentTypes),
        "width": .atLeast(1),
        "height": .atLeast(1),
        "orientation": .number(2...8),
    ]

    public init(
        id: MediaID,
        url: MediaReference,
        contentType: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        orientation: Int? = nil
    ) {
        self.id = id
        self.url = url
        self.contentType = contentType
        self.width = width
        self.height = height
        self.orientation = orientation
    }
}
