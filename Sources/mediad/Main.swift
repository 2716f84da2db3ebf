import Launch
import Media
import Wire

@main struct MediaMain {
    static func main() async {
        await Launch.service(.media) { host in
            let database = try await host.database(migrations: Media.migrations)
            let media = try Media(database: database, directory: host.directory("media"))
            try await host.run(media.switchboard, loops: media.loops)
        }
    }
}
