// Who is signed in. The refresh token is in a cookie that no script reads; the access token is in a
// variable of this page. One tab renews for all, and tells the others.

import { newID, send, sendPatiently, trust } from './api.js'
import { drafts, store } from './store.js'

const mark = 'gauntlet.user'
const channel = new BroadcastChannel('gauntlet')

let token = null
let renewAt = 0
let person = null
let renewing = null
let asking = null
let heard = null

// The number by which this tab claims to renew: null while it does not, −1 while it does so.
let claim = null
let lowest = 1

/// What the frame does when a session begins, ends, or needs the password again.
let frame = { changed() {}, askPassword: async () => {} }

export const session = {
  /// The account of the person, or null.
  get user() {
    return person
  },

  follow(listener) {
    frame = listener
  },

  /// Tells of a change of the own account, such as a new picture.
  know(account) {
    person = account
    frame.changed()
  },

  /// Whether this browser was signed in when it was last used.
  get isExpected() {
    return readMark() !== null
  },

  async start() {
    if (!session.isExpected) return
    try {
      await renew(null)
    } catch (problem) {
      if (problem.status !== 401) throw problem
      forget()
    }
  },

  register: (fields) => enter('/v1/browser/accounts', fields),
  signIn: (fields) => enter('/v1/browser/sessions', fields),

  /// Begins a session with the password that was set by a ticket. The one that came with the answer
  /// has no cookie: it ends.
  async begin({ user, accessToken }, password) {
    await session.signIn({ login: user.username, password })
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': newID() }
    sendPatiently('DELETE', '/v1/sessions/current', { headers }).catch(() => {})
  },

  /// Ends the session here and in all tabs.
  async signOut() {
    const headers = { 'Idempotency-Key': newID() }
    await sendPatiently('DELETE', '/v1/browser/sessions/current', { headers })
    channel.postMessage({ isOut: true })
    forget()
    frame.changed()
  }
}

const authority = {
  async token() {
    if (token && performance.now() >= renewAt) await renew(token)
    return token
  },
  renew,
  ended: askPassword
}

trust(authority)

async function enter(path, fields) {
  const before = readMark()
  const answer = await send('POST', path, { body: fields })
  if (before !== answer.user.id) {
    store.clear()
    if (before) drafts.clear()
  }
  adopt(answer)
  tell()
  frame.changed()
  return { isSame: before === answer.user.id }
}

/// A new token instead of the given one; by another tab's, where one has renewed already.
function renew(stale) {
  if (token && token !== stale) return Promise.resolve(token)
  renewing ??= renewAlone(stale).finally(() => {
    renewing = null
  })
  return renewing
}

async function renewAlone(stale) {
  const once = async () => {
    if (await isRenewedByOthers(stale)) return token
    const headers = { 'Idempotency-Key': newID() }
    adopt(await sendPatiently('POST', '/v1/browser/sessions/refresh', { headers }))
    tell()
    return token
  }
  try {
    return await (navigator.locks ? navigator.locks.request('gauntlet-renewal', once) : once())
  } catch (problem) {
    if (problem.status !== 401 || !person) throw problem
    return askPassword(stale)
  } finally {
    claim = null
  }
}

/// Asks the other tabs for a token. Without locks they also agree on who renews: of those that want
/// to within a moment, the one with the lowest claim; the others wait for its token.
async function isRenewedByOthers(stale) {
  const isFresh = () => token && token !== stale
  if (isFresh()) return true
  claim = Math.random()
  lowest = 1
  channel.postMessage({ isAsking: true, stale, claim })
  await untilHeard(100)
  if (!isFresh() && !navigator.locks && lowest < claim) await untilHeard(5000)
  claim = isFresh() ? null : -1
  return isFresh()
}

function untilHeard(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    heard = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/// Asks for the password over the present screen, once for everything that waits.
function askPassword(stale) {
  if (token && token !== stale) return Promise.resolve(token)
  asking ??= frame.askPassword().then(() => token).finally(() => {
    asking = null
  })
  return asking
}

function adopt(answer) {
  token = answer.accessToken
  renewAt = performance.now() + answer.expiresIn * 800
  person = answer.user
  try {
    localStorage.setItem(mark, person.id)
  } catch {
    // The next visit begins signed out.
  }
}

function forget() {
  token = person = null
  store.clear()
  drafts.clear()
  try {
    localStorage.removeItem(mark)
  } catch {
    // There was none.
  }
}

function readMark() {
  try {
    return localStorage.getItem(mark)
  } catch {
    return null
  }
}

function tell() {
  const expiresIn = (renewAt - performance.now()) / 800
  channel.postMessage({ accessToken: token, expiresIn, user: person })
}

channel.onmessage = ({ data }) => {
  if (data.isAsking) {
    if (token && token !== data.stale && performance.now() < renewAt) tell()
    else if (claim === -1) channel.postMessage({ claim })
    if (claim !== null) lowest = Math.min(lowest, data.claim)
  } else if (data.claim === -1) {
    lowest = -1
  } else if (data.isOut) {
    if (!person) return
    forget()
    frame.changed()
  } else if (data.accessToken) {
    const isOther = person && person.id !== data.user.id
    adopt(data)
    if (isOther) location.assign('/')
    heard?.()
    if (!isOther) frame.changed()
  }
}
