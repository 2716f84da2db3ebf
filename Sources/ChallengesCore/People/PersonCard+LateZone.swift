package import IdentityAPI
package import Values
import Zones

extension PersonCard {
    /// The card to store at a moment. If its new time zone arrives after the midnight from which it
    /// should apply, the current day stays and the zone applies from the next midnight (2.9-zones).
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - known: The zones that were known before; `nil` if none were.
    /// - Returns: The card.
    package func taken(at now: Instant, after known: [ZoneChange]?) -> PersonCard {
        guard let zones, let new = zones.last, new.since <= now,
            let held = known?.last(where: { $0.since <= now }), held.name != new.name,
            known?.contains(where: { $0.name == new.name && $0.since >= new.since }) == false
        else { return self }
        let late = ZoneChange(
            since: Zones.system.known(held.name).nextMidnight(after: now),
            name: new.name
        )
        return PersonCard(
            person: person,
            version: version,
            zones: zones.dropLast() + [late],
            locale: locale,
            isListed: isListed,
            standing: standing,
            defaultVisibility: defaultVisibility
        )
    }
}
