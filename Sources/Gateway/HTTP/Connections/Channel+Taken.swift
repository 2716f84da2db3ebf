import Glibc
import NIOCore

extension GatewayContext {
    /// Takes a picture slot for the request's client. Cutting the client closes its connection at
    /// once: bytes that wait to be sent are dropped, by the system too.
    func slot(among slots: PictureSlots) async throws -> PictureSlot {
        try await slots.take(
            for: client,
            isThere: { [channel] in channel.isActive },
            cut: { [channel] in channel.cut() }
        )
    }
}

extension Channel {
    /// Returns how many bytes the client's system has acknowledged; bytes in this system's buffers
    /// do not count. `nil` if the connection is not TCP.
    func takenBytes() -> EventLoopFuture<UInt64>? {
        guard let socket = self as? any SocketOptionProvider else { return nil }
        let info: EventLoopFuture<TCPInfo> = socket.unsafeGetSocketOption(
            level: .tcp,
            name: .init(rawValue: CInt(TCP_INFO))
        )
        return info.map(\.acknowledgedBytes)
    }

    /// Limits how many unsent bytes the system buffers for a TCP connection: by default it takes
    /// megabytes for a client that reads nothing.
    func holdUnsent(atMost bytes: Int) throws {
        guard self is any SocketOptionProvider else { return }
        let option = ChannelOptions.Types.SocketOption(
            level: .tcp,
            name: .init(rawValue: CInt(TCP_NOTSENT_LOWAT))
        )
        try syncOptions?.setOption(option, value: SocketOptionValue(bytes))
    }

    /// Closes the connection, and has the system drop what the client has not acknowledged.
    func cut() {
        guard let socket = self as? any SocketOptionProvider else { return close(promise: nil) }
        let forgetful = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        forgetful.whenComplete { _ in self.close(promise: nil) }
    }
}

/// The beginning of Linux's `struct tcp_info` (linux/tcp.h).
private struct TCPInfo {
    /// 120 bytes that are not read.
    let others: InlineArray<15, UInt64>
    /// `tcpi_bytes_acked`.
    let acknowledgedBytes: UInt64
}
