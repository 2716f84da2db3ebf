import Foundation
import Hummingbird
import Logging

/// A bare Hummingbird server: each file of a directory is a route that returns it as a constant.
@main
struct HummingbirdPeer {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: hummingbird-peer DIRECTORY\n".utf8))
            exit(64)
        }
        let directory = CommandLine.arguments[1]
        let router = Router()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let bytes = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
            let body = ByteBuffer(bytes: bytes)
            router.get("\(name)") { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "application/json"],
                    body: ResponseBody(byteBuffer: body)
                )
            }
        }
        // Its log lines would mix with the output of the measurement.
        var logger = Logger(label: "hummingbird-peer")
        logger.logLevel = .warning
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                FileHandle.standardOutput.write(
                    Data("http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n".utf8)
                )
            },
            logger: logger
        )
        try await application.runService()
    }
}
