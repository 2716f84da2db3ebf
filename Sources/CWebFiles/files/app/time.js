// Time: the server's clock, and texts of moments that update by themselves.

import { language, t } from './text.js'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const offsets = []
let offset = 0

/// Learns the server's clock from the Date of an answer, as far as a whole second tells it. The
/// median of the last answers counts, so one late answer changes nothing.
export function observe(date, sentAt) {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server)) return
  const halfway = Date.now() - (performance.now() - sentAt) / 2
  const found = server + 500 - halfway
  // No answer is so late: the clock of the device was set.
  if (Math.abs(found - offset) > minute) offsets.length = 0
  offsets.push(found)
  if (offsets.length > 9) offsets.shift()
  const median = [...offsets].sort((a, b) => a - b)[Math.floor(offsets.length / 2)]
  offset = Math.abs(median) < 1500 ? 0 : median
}

/// Now, by the server's clock.
export function now() {
  return Date.now() + offset
}

const formats = new Map()

/// The language in force as the browser's region writes it: 18:00 or 6 PM.
function locale() {
  return navigator.languages.find((tag) => tag.startsWith(language())) ?? language()
}

function format(options) {
  const name = locale() + JSON.stringify(options)
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(locale(), options))
  return formats.get(name)
}

/// The moment in full, in the given zone or here: what a title and a screen reader say.
export function fullTime(instant, timeZone) {
  return format({ dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant))
}

/// The day alone: "14 November".
export function dayText(instant) {
  const date = new Date(instant)
  const isThisYear = date.getFullYear() === new Date(now()).getFullYear()
  return format({ day: 'numeric', month: 'long', year: isThisYear ? undefined : 'numeric' }).format(date)
}

/// A moment as a field of the browser writes it: in local time, to the minute.
export function localText(instant) {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * minute).toISOString().slice(0, 16)
}

/// A weekday by its number: 1 is Monday.
export function weekdayText(number, weekday = 'short') {
  return format({ weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, number))
}

/// A day of the calendar, such as 2026-03-01, as many days from today in a zone.
export function localDay(zone, ahead = 0) {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now())
  return new Date(Date.parse(parts) + ahead * day).toISOString().slice(0, 10)
}

/// The moment of a day that has the same date everywhere on this device.
export function noonOf(date) {
  return `${date}T12:00`
}

/// The month and its year: "November 2026".
export function monthText(instant) {
  return format({ month: 'long', year: 'numeric' }).format(new Date(instant))
}

/// How many midnights lie between now and the moment.
export function daysAhead(instant) {
  const midnight = (value) => {
    const date = new Date(value)
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  }
  return Math.round((midnight(instant) - midnight(now())) / day)
}

/// A moment as one says it: "18:00", "tomorrow 18:00", "Friday 18:00", "14 Nov, 18:00".
export function momentText(instant) {
  const date = new Date(instant)
  const time = format({ hour: 'numeric', minute: '2-digit' }).format(date)
  const ahead = daysAhead(date)
  if (ahead === 0) return t('time.today', { time })
  if (ahead === 1) return t('time.tomorrow', { time })
  if (ahead === -1) return t('time.yesterday', { time })
  if (ahead > 1 && ahead < 7) return `${format({ weekday: 'long' }).format(date)} ${time}`
  const isThisYear = date.getFullYear() === new Date(now()).getFullYear()
  const dayAndMonth = format({ day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric' })
  return `${dayAndMonth.format(date)}, ${time}`
}

/// The time to or since a moment, in its largest unit: "in 3 days", "5 minutes ago".
function distanceText(instant) {
  const distance = new Date(instant).getTime() - now()
  const size = Math.abs(distance)
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'always' })
  if (size < minute) return distance < 0 ? t('time.now') : t('time.soon')
  if (size < hour) return relative.format(Math.trunc(distance / minute), 'minute')
  if (size < 2 * day) return relative.format(Math.trunc(distance / hour), 'hour')
  return relative.format(Math.trunc(distance / day), 'day')
}

/// A deadline: what remains, and when it is.
export function deadlineText(instant) {
  const when = momentText(instant)
  if (new Date(instant).getTime() < now()) return t('time.over', { when })
  const isNear = new Date(instant).getTime() - now() < 2 * day
  return isNear ? `${when} · ${distanceText(instant)}` : when
}

const texts = { deadline: deadlineText, distance: distanceText, moment: momentText }
const shown = new Set()
let ticker = null

/// A moment that stays right: `<g-time .moment=${instant} .as=${'deadline'}>`.
class TimeElement extends HTMLElement {
  #moment = null
  #as = 'moment'

  set moment(instant) {
    this.#moment = instant
    this.show()
  }

  set as(name) {
    this.#as = name
    this.show()
  }

  connectedCallback() {
    shown.add(this)
    ticker ??= setInterval(() => shown.forEach((element) => element.show()), 10_000)
    this.show()
  }

  disconnectedCallback() {
    shown.delete(this)
    if (shown.size) return
    clearInterval(ticker)
    ticker = null
  }

  show() {
    if (!this.#moment || !this.isConnected) return
    const text = texts[this.#as](this.#moment)
    if (this.textContent !== text) this.textContent = text
    this.title = fullTime(this.#moment)
  }
}

customElements.define('g-time', TimeElement)
