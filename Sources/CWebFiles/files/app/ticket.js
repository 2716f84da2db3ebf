// The ticket of a mail: in the fragment of its link, read once, or typed.

const shape = /^[\w-]{1,200}$/

/// Takes the ticket out of the address, so that neither the history nor a picture of the window
/// has it.
export function takeTicket() {
  const ticket = location.hash.slice(1)
  if (location.hash) history.replaceState(history.state, '', location.pathname)
  return shape.test(ticket) ? ticket : ''
}

/// Whether a text can be a ticket.
export function isTicket(text) {
  return shape.test(text)
}
