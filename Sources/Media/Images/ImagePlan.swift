import MediaAPI

/// The parts of an uploaded picture to keep: its properties, and the pieces of its stored form.
///
/// The pixels are never decoded. Their bytes are copied unchanged.
struct ImagePlan: Equatable {
    /// Its type.
    let type: ImageType
    /// The dimensions it claims.
    let size: ImageSize
    /// How to turn it upright, 1 to 8 as in EXIF; 1 is upright.
    let orientation: UInt8
    /// When and with what it was taken.
    let provenance: Provenance
    /// What to write, in order.
    let pieces: [Piece]

    /// One piece of the stored form.
    enum Piece: Equatable {
        /// Bytes of the upload.
        case copy(Range<Int>)
        /// Bytes that are not from the upload.
        case bytes([UInt8])

        /// Its length in bytes.
        var count: Int {
            switch self {
            case .copy(let range): range.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    /// The length of the stored form in bytes.
    var bytes: Int {
        pieces.reduce(0) { $0 + $1.count }
    }

    /// Reads a picture of any supported type.
    ///
    /// - Throws: `media.unsupported_type` if it is of no supported type, `media.damaged` if it is
    ///   incomplete.
    init(of source: ImageBytes) throws {
        switch try ImageType(of: source) {
        case .jpeg: self = try JPEGReader.plan(source)
        case .png: self = try PNGReader.plan(source)
        case .webp: self = try WebPReader.plan(source)
        case nil: throw MediaError.unsupportedType
        }
    }

    init(type: ImageType, size: ImageSize, exif: EXIF, pieces: [Piece]) {
        self.type = type
        self.size = size
        orientation = exif.orientation
        provenance = exif.provenance
        self.pieces = pieces
    }
}

/// Width and height in pixels; neither is zero.
struct ImageSize: Hashable {
    let width: Int
    let height: Int

    /// Throws `media.damaged` for a size without pixels.
    init(width: Int, height: Int) throws {
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw MediaError.damaged
        }
        self.width = width
        self.height = height
    }

    /// The number of pixels.
    var pixels: Int {
        width * height
    }
}

/// Collects pieces: joins adjacent ones, and limits their number.
struct Pieces {
    /// Pictures with more gaps than this are refused: no camera produces one.
    static let countMax = 4_096

    private(set) var all: [ImagePlan.Piece] = []

    /// Keeps a range of the upload.
    mutating func copy(_ range: Range<Int>) throws {
        if case .copy(let last) = all.last, last.upperBound == range.lowerBound {
            all[all.count - 1] = .copy(last.lowerBound..<range.upperBound)
        } else {
            try append(.copy(range))
        }
    }

    /// Adds bytes that are not from the upload.
    mutating func write(_ bytes: [UInt8]) throws {
        try append(.bytes(bytes))
    }

    /// Appends other pieces.
    mutating func append(_ part: Pieces) throws {
        for piece in part.all {
            switch piece {
            case .copy(let range): try copy(range)
            case .bytes: try append(piece)
            }
        }
    }

    /// The total length in bytes.
    var bytes: Int {
        all.reduce(0) { $0 + $1.count }
    }

    private mutating func append(_ piece: ImagePlan.Piece) throws {
        guard all.count < Self.countMax else { throw MediaError.damaged }
        all.append(piece)
    }
}
