import Glibc
import NIOCore

extension GatewayContext {
    /// A place for the request's client, whose connection ends at once when it is cut: what waits to
    /// be sent is dropped, by the system too.
    func slot(among slots: PictureSlots) async throws -> PictureSlot {
        try await slots.take(
            for: client,
            isThere: { [channel] in channel.isActive },
            cut: { [channel] in channel.cut() }
        )
    }
}

extension Channel {
    /// How many bytes the client's system has acknowledged: those in this system's buffers are not
    /// taken yet. `nil` where the connection is none of TCP.
    func takenBytes() -> EventLoopFuture<UInt64>? {
        guard let socket = self as? any SocketOptionProvider else { return nil }
        let info: EventLoopFuture<TCPInfo> = socket.unsafeGetSocketOption(
            level: .tcp,
            name: .init(rawValue: CInt(TCP_INFO))
        )
        return info.map(\.acknowledgedBytes)
    }

    /// Has the system keep no more than so many bytes that it cannot send yet, where this is TCP: by
    /// itself it takes megabytes for a client that reads nothing.
    func holdUnsent(atMost bytes: Int) throws {
        guard self is any SocketOptionProvider else { return }
        let option = ChannelOptions.Types.SocketOption(
            level: .tcp,
            name: .init(rawValue: CInt(TCP_NOTSENT_LOWAT))
        )
        try syncOptions?.setOption(option, value: SocketOptionValue(bytes))
    }

    /// Closes the connection, and has the system forget what the client has not taken.
    func cut() {
        guard let socket = self as? any SocketOptionProvider else { return close(promise: nil) }
        let forgetful = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        forgetful.whenComplete { _ in self.close(promise: nil) }
    }
}

/// The beginning of what Linux tells of a TCP connection (`struct tcp_info` in linux/tcp.h).
private struct TCPInfo {
    /// 120 bytes that are not looked at.
    let others: InlineArray<15, UInt64>
    /// `tcpi_bytes_acked`.
    let acknowledgedBytes: UInt64
}
