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
            let database = try await host.database(migrations: Media.migrations)
            let media = try Media(
                database: database,
                directory: host.directory("media"),
                limits: UploadLimits(settings),
                lifetimes: kept
            )
            host.watch(.storage) { await media.hasRoom }
            try await host.run(media.switchboard, loops: media.loops)
        }
    }
}
