public import Identifiers
public import Wire

/// A picture of an attempt. Only the sender and the recipient of the assignment see it.
public struct AttemptMedia: Codable, Hashable, Sendable, Limited {
    /// The picture.
    public let id: MediaID
    /// Where to get it.
    public let url: MediaReference
    /// What its bytes are.
    public let contentType: String?
    /// In pixels, as stored.
    public let width: Int?
    /// In pixels, as stored.
    public let height: Int?
    /// Whether it was taken during the challenge.
    public let taken: Taken?

    public static let limits: FieldLimits = [
        "contentType": .words(MediaReference.contentTypes),
        "width": .atLeast(1),
        "height": .atLeast(1),
    ]

    public init(
        id: MediaID,
        url: MediaReference,
        contentType: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        taken: Taken? = nil
    ) {
        self.id = id
        self.url = url
        self.contentType = contentType
        self.width = width
        self.height = height
        self.taken = taken
    }
}
