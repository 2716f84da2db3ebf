import Identifiers
import MediaAPI
import NIOCore
import RPC
import Wire

extension Scenario {
    static let media = [
        Scenario(
            target: .media,
            name: "upload",
            summary: "a new picture of 20 KB",
            steps: ["upload"]
        ) { stage, player in
            Uploading(
                caller: stage.connection(player),
                picture: Picture(bytes: 20_000),
                timeout: stage.timeout
            )
        },
        Scenario(
            target: .media,
            name: "download",
            summary: "a picture of 200 KB",
            steps: ["download"]
        ) { stage, player in
            Downloading(
                caller: stage.connection(player),
                media: try await upload(stage, player, bytes: 200_000),
                timeout: stage.timeout
            )
        },
        Scenario(
            target: .media,
            name: "describe",
            summary: "a picture's description, as for the head of a response",
            steps: ["describe"]
        ) { stage, player in
            let call = DescribeMedia(media: try await upload(stage, player, bytes: 4_000))
            let ask = try CallUser.PreparedCall(call, in: CallContext())
            return CallUser(stage.connection(player), [ask], timeout: stage.timeout)
        },
        Scenario(
            target: .media,
            name: "claim",
            summary: "claims a picture for the attempt that shows it",
            steps: ["claim"]
        ) { stage, player in
            let user = UserID()
            let media = try await upload(stage, player, by: user, bytes: 4_000)
            return FreshCallUser<ClaimMedia>(
                caller: stage.connection(player),
                timeout: stage.timeout,
                make: { _ in
                    let cause = "attempt:\(AttemptID())"
                    return (ClaimMedia(media: [media], user: user, cause: cause), CallContext())
                },
                next: 0
            )
        },
    ]

    /// Uploads a picture for one virtual user.
    private static func upload(
        _ stage: LoadEnvironment,
        _ player: Int,
        by user: UserID = UserID(),
        bytes: Int
    ) async throws(Fault) -> MediaID {
        try await Uploading(
            caller: stage.connection(player),
            picture: Picture(bytes: bytes),
            timeout: stage.timeout
        ).upload(by: user)
    }

    /// A virtual user that uploads each picture as another person: nothing uses these pictures, and
    /// one person may have only a few unused ones a day (2.12-unused).
    private struct Uploading: VirtualUser {
        let caller: any Caller
        let picture: Picture
        let timeout: Duration

        func step() async -> StepOutcome {
            do throws(Fault) {
                _ = try await upload()
                return StepOutcome()
            } catch {
                return StepOutcome(code: error.code)
            }
        }

        func upload(by user: UserID = UserID()) async throws(Fault) -> MediaID {
            var bytes = picture.png()
            let call = UploadMedia(contentType: "image/png", bytes: Int64(bytes.readableBytes))
            let context = CallContext(user: user, deadline: .now + timeout)
            let stream = try await caller.open(call, in: context)
            while let item = bytes.readSlice(
                length: min(Limits.itemBytesMax, bytes.readableBytes)
            ), item.readableBytes > 0 {
                try await stream.send(item)
            }
            try await stream.finish()
            return try await stream.reply().id
        }
    }

    private struct Downloading: VirtualUser {
        let caller: any Caller
        let media: MediaID
        let timeout: Duration

        func step() async -> StepOutcome {
            do throws(Fault) {
                let stream = try await caller.open(
                    FetchMedia(media: media),
                    in: CallContext(deadline: .now + timeout)
                )
                while try await stream.next() != nil {}
                _ = try await stream.replyBytes()
                return StepOutcome()
            } catch {
                return StepOutcome(code: error.code)
            }
        }
    }
}
