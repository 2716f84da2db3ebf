import NIOCore
public import Wire

/// How queued events of one type are sent as one.
public struct Joining: Sendable {
    /// The number of the type.
    let call: CallID
    /// Joins the first of some events of a key with as many of the following ones as possible;
    /// returns `nil` if the first must be sent alone.
    let join: @Sendable (ArraySlice<QueuedEvent>) -> JoinedEvents?

    /// Joins events of a type.
    public init<E: JoinableEvent>(_: E.Type) {
        call = E.id
        join = { events in
            var (joined, count): (E?, Int) = (nil, 0)
            for event in events {
                guard event.partition == events.first?.partition, let next = E(known: event),
                    let longer = joined.map({ $0.joined(with: next) }) ?? next
                else { break }
                (joined, count) = (longer, count + 1)
            }
            guard count > 1, let body = try? WireEncoder().encode(joined) else { return nil }
            return JoinedEvents(count: count, body: body)
        }
    }
}

/// Some events that are sent as one.
struct JoinedEvents: Sendable {
    /// How many events they are.
    let count: Int
    let body: ByteBuffer
}

extension JoinableEvent {
    /// Decodes an event that was not tried before and contains nothing unknown to this release. A
    /// later release may have written unknown fields, which joining would lose.
    fileprivate init?(known event: QueuedEvent) {
        guard event.call == Self.id, event.attempts == 0,
            let decoded = try? WireDecoder().decode(Self.self, from: event.body),
            let encoded = try? WireEncoder().encode(decoded), encoded == event.body
        else { return nil }
        self = decoded
    }
}
