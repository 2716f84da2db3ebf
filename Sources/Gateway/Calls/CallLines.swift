import Identifiers
import Values

/// The user and the address whose calls are counted together; `nil` where nothing is counted.
struct CallClient: Hashable, Sendable {
    var user: UserID?
    /// The limit key.
    var address: IPAddress?

    /// Whether nothing is counted.
    var isFree: Bool { user == nil && address == nil }
}

/// The calls that are under way to one service, and those that wait for a slot: first in the line
/// of their user, then in that of their address, each first come, first served. Users and addresses
/// without calls take no space.
///
/// A call takes a slot of its user before it joins the line of its address, so a user never has
/// more places there than slots.
struct CallLines {
    /// A call that takes a slot or waits for one.
    struct Ticket: Hashable, Sendable {
        let number: UInt64
        let client: CallClient
    }

    /// The outcome for a ticket that waited.
    struct Settlement: Hashable {
        let ticket: Ticket
        let isGranted: Bool
    }

    enum Outcome {
        case granted, waiting, refused
    }

    private var users: SlotLines<UserID>
    private var addresses: SlotLines<IPAddress>

    /// - Parameters:
    ///   - perUser: The slots of a user.
    ///   - perAddress: The slots of an address.
    init(perUser: Int, perAddress: Int) {
        users = SlotLines(slots: perUser)
        addresses = SlotLines(slots: perAddress)
    }

    /// The number of users and addresses that have calls.
    var ownersCount: Int { users.count + addresses.count }

    /// Takes a call's slots, or puts the call in line. Refuses the call if the line is full.
    mutating func take(_ ticket: Ticket) -> Outcome {
        guard let user = ticket.client.user else { return takeOfAddress(ticket) }
        let outcome = users.take(of: user, for: ticket)
        guard outcome == .granted else { return outcome }
        let last = takeOfAddress(ticket)
        // No call waits for this slot: it was free just now.
        if last == .refused { _ = users.giveBack(of: user) }
        return last
    }

    /// Gives a call's slots back. Returns the outcomes for tickets that waited for them.
    mutating func giveBack(_ client: CallClient) -> [Settlement] {
        var turns: [Settlement] = []
        if let address = client.address, let next = addresses.giveBack(of: address) {
            turns.append(Settlement(ticket: next, isGranted: true))
        }
        if let user = client.user { giveBack(of: user, &turns) }
        return turns
    }

    /// Takes a ticket out of line. Returns the outcomes for tickets that waited for its slot.
    mutating func leave(_ ticket: Ticket) -> [Settlement] {
        var turns: [Settlement] = []
        if let user = ticket.client.user, users.leave(ticket, of: user) { return turns }
        if let address = ticket.client.address, addresses.leave(ticket, of: address),
            let user = ticket.client.user
        {
            giveBack(of: user, &turns)
        }
        return turns
    }

    /// Gives a user's slot to the first ticket in line, which then needs a slot of its address.
    private mutating func giveBack(of user: UserID, _ turns: inout [Settlement]) {
        while let next = users.giveBack(of: user) {
            switch takeOfAddress(next) {
            case .granted: return turns.append(Settlement(ticket: next, isGranted: true))
            case .waiting: return
            case .refused: turns.append(Settlement(ticket: next, isGranted: false))
            }
        }
    }

    private mutating func takeOfAddress(_ ticket: Ticket) -> Outcome {
        guard let address = ticket.client.address else { return .granted }
        return addresses.take(of: address, for: ticket)
    }
}

/// The slots of users or of addresses, and the lines of waiting tickets.
///
/// Invariant: an owner is kept only while it has a slot. Tickets wait only while all slots of their
/// owner are taken.
private struct SlotLines<Owner: Hashable> {
    private struct Line {
        var taken = 0
        var waiting: [CallLines.Ticket] = []
    }

    /// The maximum number of waiting calls per slot: at 10 ms a call, they wait for a tenth of a
    /// second.
    private static var waitingPerSlot: Int { 8 }

    private let slots: Int
    private var lines: [Owner: Line] = [:]

    init(slots: Int) {
        self.slots = slots
    }

    var count: Int { lines.count }

    mutating func take(of owner: Owner, for ticket: CallLines.Ticket) -> CallLines.Outcome {
        take(for: ticket, in: &lines[owner, default: Line()])
    }

    private func take(for ticket: CallLines.Ticket, in line: inout Line) -> CallLines.Outcome {
        if line.taken < slots {
            line.taken += 1
            return .granted
        }
        guard line.waiting.count < slots * Self.waitingPerSlot else { return .refused }
        line.waiting.append(ticket)
        return .waiting
    }

    /// Gives a slot back. Returns the ticket that takes it over.
    mutating func giveBack(of owner: Owner) -> CallLines.Ticket? {
        guard let index = lines.index(forKey: owner) else { return nil }
        guard lines.values[index].waiting.isEmpty else {
            return lines.values[index].waiting.removeFirst()
        }
        lines.values[index].taken -= 1
        if lines.values[index].taken == 0 { lines.remove(at: index) }
        return nil
    }

    /// Takes a ticket out of the owner's line; returns `false` if it does not wait there.
    mutating func leave(_ ticket: CallLines.Ticket, of owner: Owner) -> Bool {
        guard let index = lines.index(forKey: owner),
            let place = lines.values[index].waiting.firstIndex(of: ticket)
        else { return false }
        lines.values[index].waiting.remove(at: place)
        return true
    }
}
