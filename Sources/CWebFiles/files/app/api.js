// The API: one function for each operation of openapi.yaml, by its operationId.
//
//   await api.acceptAssignment({ id, version, key })
//
// The parts of the path and `query` make the address. `version` becomes If-Match, `etag`
// If-None-Match, `key` the Idempotency-Key, which is made when the person acts: newID().

import { observe } from './time.js'
import { language } from './text.js'

const table = `
listLogins GET /v1/me/logins
unlinkLogin DELETE /v1/me/logins/{provider}
listSuggestions GET /v1/suggestions
dismissSuggestion DELETE /v1/suggestions/{id}
changePassword POST /v1/me/password
requestReset POST /v1/password-resets
resetPassword POST /v1/password-resets/confirm
sendVerification POST /v1/me/email/verification
verifyEmail POST /v1/email-verifications
getMe GET /v1/me
changeProfile PATCH /v1/me
getPerson GET /v1/users/{id}
searchPeople GET /v1/users
setAvatar PUT /v1/me/avatar
removeAvatar DELETE /v1/me/avatar
getSettings GET /v1/me/settings
changeSettings PATCH /v1/me/settings
sendFriendRequest POST /v1/friend-requests
listFriendRequests GET /v1/friend-requests
acceptFriendRequest POST /v1/friend-requests/{id}/accept
declineFriendRequest POST /v1/friend-requests/{id}/decline
withdrawFriendRequest DELETE /v1/friend-requests/{id}
listFriends GET /v1/friends
removeFriend DELETE /v1/friends/{id}
listNotices GET /v1/inbox
countNotices GET /v1/inbox/counts
seeNotices POST /v1/inbox/seen
dismissNotice DELETE /v1/inbox/{id}
getHome GET /v1/home
createGoal POST /v1/goals
listGoals GET /v1/goals
getGoal GET /v1/goals/{id}
changeGoal PATCH /v1/goals/{id}
deleteGoal DELETE /v1/goals/{id}
pauseGoal POST /v1/goals/{id}/pause
resumeGoal POST /v1/goals/{id}/resume
abandonGoal POST /v1/goals/{id}/abandon
completeGoal POST /v1/goals/{id}/complete
listPeriods GET /v1/goals/{id}/periods
addGoalEntry POST /v1/goals/{id}/entries
listGoalEntries GET /v1/goals/{id}/entries
changeGoalEntry PATCH /v1/goals/{id}/entries/{entry}
removeGoalEntry DELETE /v1/goals/{id}/entries/{entry}
putHealthDay PUT /v1/health/{metric}/{day}
listHealthDays GET /v1/health/{metric}
setReminder POST /v1/reminders
listReminders GET /v1/reminders
changeReminder PATCH /v1/reminders/{id}
removeReminder DELETE /v1/reminders/{id}
startTiming POST /v1/timings
listTimings GET /v1/timings
getTiming GET /v1/timings/{id}
pauseTiming POST /v1/timings/{id}/pause
resumeTiming POST /v1/timings/{id}/resume
finishTiming POST /v1/timings/{id}/finish
discardTiming POST /v1/timings/{id}/discard
confirmTiming POST /v1/timings/{id}/confirm
createChallenge POST /v1/challenges
getChallenge GET /v1/challenges/{id}
checkChallenge POST /v1/challenges/check
listCategories GET /v1/categories
createDefinition POST /v1/definitions
listDefinitions GET /v1/definitions
getDefinition GET /v1/definitions/{id}
changeDefinition PATCH /v1/definitions/{id}
deleteDefinition DELETE /v1/definitions/{id}
likeDefinition PUT /v1/definitions/{id}/like
unlikeDefinition DELETE /v1/definitions/{id}/like
listLikes GET /v1/definitions/{id}/likes
wishDefinition PUT /v1/definitions/{id}/wish
unwishDefinition DELETE /v1/definitions/{id}/wish
rateDefinition PUT /v1/definitions/{id}/rating
withdrawRating DELETE /v1/definitions/{id}/rating
likeContest PUT /v1/contests/{id}/like
unlikeContest DELETE /v1/contests/{id}/like
listContestLikes GET /v1/contests/{id}/likes
wishContest PUT /v1/contests/{id}/wish
unwishContest DELETE /v1/contests/{id}/wish
listMyLikes GET /v1/me/likes
listWishes GET /v1/me/wishes
listAssignments GET /v1/assignments
getAssignment GET /v1/assignments/{id}
readAssignment POST /v1/assignments/{id}/read
acceptAssignment POST /v1/assignments/{id}/accept
startAssignment POST /v1/assignments/{id}/start
denyAssignment POST /v1/assignments/{id}/deny
submitAssignment POST /v1/assignments/{id}/submit
completeAssignment POST /v1/assignments/{id}/complete
retractSubmission POST /v1/assignments/{id}/retract
giveUpAssignment POST /v1/assignments/{id}/give-up
approveSubmission POST /v1/assignments/{id}/approve
tryAgain POST /v1/assignments/{id}/try-again
rejectSubmission POST /v1/assignments/{id}/reject
withdrawAssignment POST /v1/assignments/{id}/withdraw
excuseAssignment POST /v1/assignments/{id}/excuse
createContest POST /v1/contests
listContests GET /v1/contests
getContest GET /v1/contests/{id}
changeContest PATCH /v1/contests/{id}
deleteContest DELETE /v1/contests/{id}
listProfileChallenges GET /v1/users/{id}/challenges
publishContest POST /v1/contests/{id}/publish
endContest POST /v1/contests/{id}/end
cancelContest POST /v1/contests/{id}/cancel
handOverContest POST /v1/contests/{id}/hand-over
getBoard GET /v1/contests/{id}/board
inviteToContest POST /v1/contests/{id}/invitations
shareContest POST /v1/contests/{id}/shares
joinContest POST /v1/contests/{id}/join
declineContest POST /v1/contests/{id}/decline
leaveContest POST /v1/contests/{id}/leave
setTarget PUT /v1/contests/{id}/target
completeContest POST /v1/contests/{id}/complete
listParticipants GET /v1/contests/{id}/participants
admitParticipant POST /v1/contests/{id}/participants/{user}/admit
refuseParticipant POST /v1/contests/{id}/participants/{user}/refuse
removeParticipant POST /v1/contests/{id}/participants/{user}/remove
addEntry POST /v1/contests/{id}/entries
listEntries GET /v1/contests/{id}/entries
changeEntry PATCH /v1/entries/{id}
deleteEntry DELETE /v1/entries/{id}
queryEntry POST /v1/entries/{id}/query
voteOnEntry POST /v1/entries/{id}/vote
withdrawVote DELETE /v1/entries/{id}/vote
decideEntry POST /v1/entries/{id}/decide
addPhotos POST /v1/contests/{id}/photos
listPhotos GET /v1/contests/{id}/photos
addGoalPhotos POST /v1/goals/{id}/photos
addOwnPhotos POST /v1/me/photos
listPersonPhotos GET /v1/users/{id}/photos
changePhoto PATCH /v1/photos/{id}
removePhoto DELETE /v1/photos/{id}
makeCode POST /v1/contests/{id}/codes
listCodes GET /v1/contests/{id}/codes
getCode GET /v1/codes/{code}
revokeCode DELETE /v1/codes/{code}
openCode POST /v1/codes/{code}/open
makeInvite POST /v1/invites
listInvites GET /v1/invites
revokeInvite DELETE /v1/invites/{code}
acceptInvite POST /v1/invites/{code}/accept
getScoreboard GET /v1/scoreboard
getRank GET /v1/me/rank
listMedals GET /v1/users/{id}/medals
listMedalProgress GET /v1/me/medals
seeMedals POST /v1/me/medals/seen
listStreaks GET /v1/me/streaks
planStreak PATCH /v1/me/streaks
getHoldings GET /v1/me/holdings`

/// A refusal, or `offline`: no answer at all.
export class Problem extends Error {
  constructor(status, body, headers) {
    super(body.detail ?? body.code)
    this.status = status
    this.code = body.code
    this.detail = body.detail
    this.fields = body.errors ?? []
    this.current = body.current
    this.trace = headers?.get('Trace-Id') ?? ''
    this.retryAfter = Number(headers?.get('Retry-After')) || 0
  }
}

/// What a caller sees when the answer to a conditional read is what they have.
export const unchanged = Symbol('unchanged')

/// A random UUID; also where the page is not a secure context.
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/// Who is signed in: session.js says it, so that this file needs none of it.
let authority = { token: async () => null, renew: async () => null, ended: async () => null }

export function trust(session) {
  authority = session
}

/// The token for what fetch cannot do: an upload with progress.
export function accessToken() {
  return authority.token()
}

/// JSON in which numbers of more digits than JavaScript holds are texts.
function exact(json) {
  if (!/\d[\d.]{15}/.test(json)) return json
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g, (part) => (part[0] === '"' ? part : `"${part}"`))
}

const patience = 15_000

/// Sends a request once; an answer of another server than ours, such as a proxy's HTML, counts by
/// its status alone.
export async function send(method, path, { body, headers = {}, signal } = {}) {
  const timeout = AbortSignal.timeout(patience)
  const stop = new AbortController()
  const abort = () => stop.abort()
  timeout.addEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const all = { 'Accept-Language': language(), ...headers }
  if (body !== undefined) all['Content-Type'] = 'application/json'
  let response
  let text
  try {
    const sentAt = performance.now()
    response = await fetch(path, {
      method,
      headers: all,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: stop.signal,
      cache: 'no-store'
    })
    observe(response.headers.get('Date'), sentAt)
    text = response.status === 304 ? '' : await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Problem(0, { code: timeout.aborted ? 'wire.expired' : 'offline' })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  if (response.status === 304) return unchanged
  const isJSON = /json/.test(response.headers.get('Content-Type') ?? '')
  let value = null
  try {
    if (isJSON && text) value = JSON.parse(exact(text))
  } catch {
    throw new Problem(502, { code: 'offline' }, response.headers)
  }
  if (!response.ok) {
    throw new Problem(response.status, value?.code ? value : { code: 'wire.unavailable' }, response.headers)
  }
  if (value && !Array.isArray(value)) tags.set(value, response.headers.get('ETag'))
  return value
}

const tags = new WeakMap()

/// The ETag that an answer came with.
export function etagOf(value) {
  return tags.get(value) ?? null
}

function mayRepeat(problem) {
  return problem instanceof Problem && [0, 502, 503, 504].includes(problem.status)
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/// Reads, and writes with a key, are repeated twice after a lost connection or 502 to 504.
export async function sendPatiently(method, path, options) {
  const isSafe = method === 'GET' || 'Idempotency-Key' in options.headers
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(method, path, options)
    } catch (problem) {
      if (!isSafe || attempt === 2 || !mayRepeat(problem) || problem.retryAfter > 5) throw problem
      const wait = Math.max(problem.retryAfter * 1000, 300 * 2 ** attempt)
      await pause(wait * (1 + Math.random() / 2), options.signal)
    }
  }
}

async function call(operation, method, path, args) {
  const { query, body, version, etag, key, signal, ...parts } = args
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    if (parts[name] === undefined) throw new TypeError(`${operation} needs ${name}`)
    return encodeURIComponent(parts[name])
  })
  const search = new URLSearchParams(
    Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '')
  ).toString()
  const headers = {}
  if (version !== undefined) headers['If-Match'] = `"${version}"`
  if (etag) headers['If-None-Match'] = etag
  if (key) headers['Idempotency-Key'] = key
  let token = await authority.token()
  for (let renewed = false; ; renewed = true) {
    if (token) headers.Authorization = `Bearer ${token}`
    try {
      return await sendPatiently(method, search ? `${address}?${search}` : address, {
        body: body ?? (method === 'POST' || method === 'PUT' ? {} : undefined), headers, signal
      })
    } catch (problem) {
      if (problem.status !== 401 || !token) throw problem
      token = await (problem.code === 'gateway.token_expired' && !renewed
        ? authority.renew(token) : authority.ended(token))
    }
  }
}

export const api = Object.fromEntries(
  table.trim().split('\n').map((row) => {
    const [operation, method, path] = row.split(' ')
    return [operation, (args = {}) => call(operation, method, path, args)]
  })
)
