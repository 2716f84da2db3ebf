import NIOCore
import Synchronization
import Values

/// A place among those who see or hand in pictures; given back when nobody holds it any more.
final class PictureSlot: Sendable {
    /// What is known of whoever has the place.
    final class Holder: Sendable {
        /// The client's address; `nil` where it is not known.
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

        /// How long the client has been waited for; `nil` where it is not.
        func waited(_ now: NIODeadline) -> TimeAmount? {
            let since = since.load(ordering: .relaxed)
            return since == .max ? nil : now - .uptimeNanoseconds(since)
        }

        /// The client has taken something: it is waited for anew, where it is.
        func took() {
            let before = since.load(ordering: .relaxed)
            guard before != .max else { return }
            let now = now().uptimeNanoseconds
            _ = since.compareExchange(expected: before, desired: now, ordering: .relaxed)
        }

        func wait(_ isWaiting: Bool) {
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

    /// The client is waited for from here on.
    func beginWaiting() {
        holder.wait(true)
    }

    /// The client was there.
    func endWaiting() {
        holder.wait(false)
    }

    /// The client was seen to take bytes of those that wait for it.
    func took() {
        holder.took()
    }
}
