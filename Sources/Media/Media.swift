public import Identifiers
public import Logging
import MediaAPI
public import Metrics
public import Postgres
public import RPC
public import ServiceLifecycle
public import Values

/// People's pictures: taken in, judged by their bytes, stripped of what they betray, and kept as
/// long as something uses them.
public struct Media: Sendable {
    let database: Database
    let blobs: BlobStore
    let limits: UploadLimits
    let lifetimes: PictureLifetimes
    let now: @Sendable () -> Instant
    let newID: @Sendable () -> MediaID
    /// Pictures by their ids; none where one was deleted.
    let pictures: BatchLoader<MediaID, Picture>
    /// Whether the disk has room for another upload.
    let room: StorageRoom
    let endedUploads = EndedUploads()
    /// While so many files have no row that the database may be the wrong one.
    let doubt = Episode()
    let missing: MissingFiles
    let logger: Logger

    /// - Parameters:
    ///   - database: Where the tables are.
    ///   - directory: Where the bytes are; made when it is missing.
    ///   - limits: How large a picture may be, and how much may be handed in.
    ///   - lifetimes: How long is kept what nothing needs.
    ///   - now: The clock.
    ///   - newID: Names a picture whose uploader did not.
    ///   - space: How much room there is, asked again and again; by default what the directory's
    ///     file system says.
    ///   - logger: Hears of what an operator should look at.
    ///   - metrics: Makes the metrics.
    /// - Throws: `BlobError` when the directory cannot be made or written.
    public init(
        database: Database,
        directory: String,
        limits: UploadLimits = UploadLimits(),
        lifetimes: PictureLifetimes = PictureLifetimes(),
        now: @escaping @Sendable () -> Instant = { .now() },
        newID: @escaping @Sendable () -> MediaID = { MediaID() },
        space: (@Sendable () throws -> DiskSpace)? = nil,
        logger: Logger = Logger(label: "gauntlet.media"),
        metrics: any MetricsFactory = MetricsSystem.factory
    ) throws {
        self.database = database
        blobs = try BlobStore(directory: directory)
        self.limits = limits
        self.lifetimes = lifetimes
        self.now = now
        self.newID = newID
        pictures = BatchLoader { try await database.pictures($0) }
        room = StorageRoom(limits, logger: logger, metrics: metrics) {
            try space?() ?? DiskSpace(of: directory)
        }
        missing = MissingFiles(logger: logger, metrics: metrics)
        self.logger = logger
    }

    /// Everything this service answers.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(upload)
            $0.on(fetch)
            $0.on(describe)
            $0.on(claim)
            $0.on(used)
            $0.on(released)
        }
    }

    /// Whether the disk has room for uploads.
    public var hasRoom: Bool {
        get async { (try? await onBlockingThread { [room] in try room.isThere() }) ?? false }
    }

    /// What runs beside the calls.
    public var loops: [any Service] {
        [Sweeper(of: self), RoomWatch(of: self)]
    }
}
