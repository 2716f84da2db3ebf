import NIOCore
import Synchronization
import Values

/// A slot to download or upload a picture; returned when its last reference is released.
final class PictureSlot: Sendable {
    /// The client that holds the slot.
    final class Holder: Sendable {
        /// The client's address; `nil` if unknown.
        let client: IPAddress?
        let isBounded: Bool
        let isThere: @Sendable () -> Bool
        let cut: @Sendable () -> Void
        private let now: @Sendable () -> NIODeadline
        private let since = Atomic<UInt64>(.max)

        init(
            _ client: IPAddress?,
            isBounded: Bool,
            _ now: @escaping @Sendable () -> NIODeadline,
            _ isThere: @escaping @Sendable () -> Bool,
            _ cut: @escaping @Sendable () -> Void
        ) {
            self.client = client
            self.isBounded = isBounded
            self.now = now
            self.isThere = isThere
            self.cut = cut
        }

        var id: ObjectIdentifier { ObjectIdentifier(self) }

        /// Returns how long the gateway has been waiting for the client; `nil` if it is not.
        func waited(_ now: NIODeadline) -> TimeAmount? {
            let since = since.load(ordering: .relaxed)
            return since == .max ? nil : now - .uptimeNanoseconds(since)
        }

        /// The client has taken bytes: a wait that is running restarts.
        func took() {
            let before = since.load(ordering: .relaxed)
            guard before != .max else { return }
            let now = now().uptimeNanoseconds
            _ = since.compareExchange(expected: before, desired: now, ordering: .relaxed)
        }

        func setWaiting(_ isWaiting: Bool) {
            let now = isWaiting ? now().uptimeNanoseconds : .max
            since.store(now, ordering: .relaxed)
        }
    }

    private let holder: Holder
    private let slots: PictureSlots

    init(of slots: PictureSlots, _ holder: Holder) {
        self.slots = slots
        self.holder = holder
    }

    deinit {
        slots.giveBack(holder)
    }

    /// The gateway starts waiting for the client.
    func beginWaiting() {
        holder.setWaiting(true)
    }

    /// The gateway no longer waits for the client.
    func endWaiting() {
        holder.setWaiting(false)
    }

    /// The client has taken some of the bytes that wait for it.
    func took() {
        holder.took()
    }
}
