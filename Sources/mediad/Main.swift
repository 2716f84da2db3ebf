import Launch
import Media
import Wire

@main struct MediaMain {
    static func main() async {
        await Launch.service(.media) { host in
            let settings = host.settings
            var kept = PictureLifetimes()
            try settings.read("pictures.unused", into: &kept.unused)
            try settings.read("pictures.unfinished", atLeastHours: 1, into: &kept.unfinished)
            var limits = UploadLimits()
            try settings.read("limits.pictures.unused", in: 1...100_000, into: &limits.unusedMax)
            try settings.read(
                "limits.pictures.unused.bytes",
                bytesIn: limits.imageBytesMax...Int64.max / 4,
                into: &limits.unusedBytesMax
            )
            try settings.read(
                "limits.pictures.quota",
                in: 1...10_000_000,
                into: &limits.picturesMax
            )
            try settings.read(
                "limits.pictures.quota.bytes",
                bytesIn: limits.imageBytesMax...Int64.max / 4,
                into: &limits.pictureBytesMax
            )
            limits.freeBytesMin = try settings.bytes("media.free.min", in: 0...Int64.max / 4)
            let database = try await host.database(migrations: Media.migrations)
            let media = try Media(
                database: database,
                directory: host.directory("media"),
                limits: limits,
                lifetimes: kept
            )
            host.watch(.storage) { await media.hasRoom }
            try await host.run(media.switchboard, loops: media.loops)
        }
    }
}
