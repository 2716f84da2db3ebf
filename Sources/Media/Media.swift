public import Identifiers
public import Logging
import MediaAPI
public import Metrics
import Outbox
public import Postgres
public import RPC
public import ServiceLifecycle
public import Values

/// Stores users' pictures. They are checked by their bytes, stripped of private metadata, and kept
/// as long as something uses them.
public struct Media: Sendable {
    let database: Database
    let blobs: BlobStore
    let limits: UploadLimits
    let lifetimes: PictureLifetimes
    let now: @Sendable () -> Instant
    let newID: @Sendable () -> MediaID
    /// Pictures by their ids; deleted ones are missing.
    let pictures: BatchLoader<MediaID, Picture>
    /// Whether the disk has room for another upload.
    let room: StorageRoom
    let endedUploads = EndedUploads()
    /// Lasts while many files have no row, so that the database may be the wrong one.
    let doubt = Episode()
    let missing: MissingFiles
    let logger: Logger

    /// - Parameters:
    ///   - database: Where the tables are stored.
    ///   - directory: Where the bytes are stored; created if missing.
    ///   - limits: How large a picture may be, and how much a user may upload.
    ///   - lifetimes: How long unneeded pictures and files are kept.
    ///   - now: The clock.
    ///   - newID: Makes the id of a picture whose uploader gave none.
    ///   - space: Measures the free space each time it is called; by default that of the
    ///     directory's file system.
    ///   - logger: Logs what an operator should look at.
    ///   - metrics: Makes the metrics.
    /// - Throws: `BlobError` if the directory cannot be created or written.
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

    /// Every call this service handles.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(uploadMedia)
            $0.on(fetchMedia)
            $0.on(describeMedia)
            $0.on(getHoldings)
            $0.on(claimMedia)
            $0.on(mediaUsed)
            $0.on(mediaReleased)
            OutboxCalls(of: database, logger: logger).connect(to: &$0)
        }
    }

    /// Whether the disk has room for uploads.
    public var hasRoom: Bool {
        get async { (try? await onBlockingThread { [room] in try room.isThere() }) ?? false }
    }

    /// The services that run beside the calls.
    public var loops: [any Service] {
        [Sweeper(of: self), RoomWatch(of: self)]
    }
}
