import MediaAPI

/// What is kept of an uploaded picture: its facts, and the pieces that its stored form is made of.
///
/// The pixels are never decoded; their bytes are copied as they came.
struct ImagePlan: Equatable {
    /// What it is.
    let type: ImageType
    /// How many pixels it claims to have.
    let size: ImageSize
    /// How it must be turned to be seen upright, 1 to 8 as in EXIF; 1 is upright.
    let orientation: UInt8
    /// When and with what it was taken.
    let provenance: Provenance
    /// What to write, in order.
    let pieces: [Piece]

    /// One part of the stored form.
    enum Piece: Equatable {
        /// Bytes of the upload.
        case copy(Range<Int>)
        /// Bytes that were not in the upload.
        case bytes([UInt8])

        /// How many bytes it adds.
        var count: Int {
            switch self {
            case .copy(let range): range.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    /// How many bytes the stored form has.
    var bytes: Int {
        pieces.reduce(0) { $0 + $1.count }
    }

    /// Reads a picture of whichever type.
    ///
    /// - Throws: `media.unsupported_type` when it is none that is kept, `media.damaged` when it is
    ///   not complete.
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

    /// A size without pixels is `media.damaged`.
    init(width: Int, height: Int) throws {
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw MediaError.damaged
        }
        self.width = width
        self.height = height
    }

    /// How many pixels that is.
    var pixels: Int64 {
        Int64(width) * Int64(height)
    }
}

/// Pieces in the making: neighbours are joined, and their number is bounded.
struct Pieces {
    /// A picture with more gaps than this is refused: no camera makes one.
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

    /// Adds bytes that were not in the upload.
    mutating func write(_ bytes: [UInt8]) throws {
        try append(.bytes(bytes))
    }

    /// Adds the pieces of a part.
    mutating func append(_ part: Pieces) throws {
        for piece in part.all {
            switch piece {
            case .copy(let range): try copy(range)
            case .bytes: try append(piece)
            }
        }
    }

    /// How many bytes the pieces make.
    var bytes: Int {
        all.reduce(0) { $0 + $1.count }
    }

    private mutating func append(_ piece: ImagePlan.Piece) throws {
        guard all.count < Self.countMax else { throw MediaError.damaged }
        all.append(piece)
    }
}
