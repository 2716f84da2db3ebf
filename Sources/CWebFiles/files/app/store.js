// What the server said: rows by type and id, lists of ids, and who wants to know of changes. In
// memory alone. And drafts: texts that are not sent yet, kept for a week on this device.

import { etagOf, unchanged } from './api.js'

const entries = new Map()
const listeners = new Set()

export const store = {
  get: (key) => entries.get(key)?.value,

  /// How many milliseconds ago the server last confirmed it.
  age: (key) => (entries.has(key) ? performance.now() - entries.get(key).at : Infinity),

  /// Keeps a value; an older version never replaces a newer one.
  put(key, value) {
    const known = entries.get(key)?.value
    if (known?.version > value.version) return
    entries.set(key, { value, at: performance.now() })
    for (const listener of listeners) listener(key)
  },

  touch(key) {
    if (entries.has(key)) entries.get(key).at = performance.now()
  },

  /// Keeps a page of a list: its rows by type and id, and their order. Where the first page comes
  /// again, the pages that were loaded after it stay.
  putList(key, type, page, { after = false } = {}) {
    for (const row of page.items) this.put(`${type}:${row.id}`, row)
    const ids = page.items.map((row) => row.id)
    const known = this.get(key)
    const end = known?.ids.indexOf(ids.at(-1)) ?? -1
    const before = after ? known?.ids ?? [] : []
    const rest = !after && page.nextCursor && end >= 0 ? known.ids.slice(end + 1) : []
    const cursor = rest.length ? known.cursor : page.nextCursor
    this.put(key, { type, ids: [...new Set([...before, ...ids, ...rest])], cursor })
  },

  /// The rows of a list, or nothing while it is unknown.
  rows(key) {
    const list = this.get(key)
    return list?.ids.map((id) => this.get(`${list.type}:${id}`)).filter(Boolean)
  },

  drop(key) {
    entries.delete(key)
    for (const listener of listeners) listener(key)
  },

  /// Marks what begins so as old: it is shown, and asked for again.
  expire(prefix) {
    for (const [key, entry] of entries) {
      if (!key.startsWith(prefix)) continue
      entry.at = -Infinity
      for (const listener of listeners) listener(key)
    }
  },

  subscribe(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  clear() {
    entries.clear()
  }
}

// A visible screen asks again after half a minute; one that is opened, at once, except for what was
// asked a moment ago.
export const freshness = 30_000
const moment = 500

/// A part of a screen that the server knows: what the store has at once, the answer when it comes,
/// and again when it is old. `read({ ...args, signal, etag })` asks, `keep(answer)` stores.
export function live(context, key, read, args = {}, keep = (answer) => store.put(key, answer)) {
  let last = null
  const part = {
    key,
    problem: null,
    isLoading: false,
    get value() {
      return store.get(key)
    },
    get rows() {
      return store.rows(key)
    },
    async load({ older = 0 } = {}) {
      if (part.isLoading || store.age(key) < older) return
      part.isLoading = true
      context.update()
      try {
        // What something else has put there since is not what the server's tag is of.
        const etag = last && part.value === last ? etagOf(last) : null
        const answer = await read({ ...args, signal: context.signal, etag })
        if (answer === unchanged) {
          store.touch(key)
        } else {
          last = answer
          keep(answer)
        }
        part.problem = null
      } catch (problem) {
        if (context.signal.aborted) return
        if (problem.status === 404) store.drop(key)
        part.problem = problem
      } finally {
        part.isLoading = false
        context.update()
      }
    }
  }
  context.parts.push(part)
  part.load({ older: moment })
  return part
}

/// A list of rows with a cursor; `more()` reads the next page, `again()` all that were read.
/// `rowOf(item, place)` makes a row with an id of an item without one, or leaves it out.
export function liveList(context, key, type, read, query, { rowOf, ...args } = {}) {
  const ask = async (cursor) => {
    const page = await read({ ...args, signal: context.signal, query: { ...query, cursor } })
    const items = rowOf ? page.items.map((item, index) => rowOf(item, `${cursor}-${index}`)).filter(Boolean) : page.items
    return { ...page, items }
  }
  const part = live(context, key, () => ask(), {}, (page) => store.putList(key, type, page))
  const pages = async (first, wanted) => {
    if (part.isLoading) return
    part.isLoading = true
    context.update()
    try {
      let cursor = first
      let count = 0
      do {
        const page = await ask(cursor)
        store.putList(key, type, page, { after: Boolean(cursor) })
        cursor = page.nextCursor
        count += page.items.length
      } while (cursor && count < wanted)
      part.problem = null
    } catch (problem) {
      if (!context.signal.aborted) part.problem = problem
    } finally {
      part.isLoading = false
      context.update()
    }
  }
  part.more = () => (part.value?.cursor ? pages(part.value.cursor, 1) : undefined)
  part.again = () => pages(undefined, part.value?.ids.length ?? 1)
  return part
}

/// A row whose id is one of its other fields.
export function rowBy(name) {
  return (item) => ({ ...item, id: item[name] })
}

/// A row by its user's id; a user who is hidden has only a place.
export function rowByUser(item, place) {
  return { ...item, id: item.user.placeholder ? place : item.user.id }
}

const week = 7 * 24 * 3_600_000
const prefix = 'gauntlet.draft.'

/// A draft of the person on this device. Without storage there are none.
export const drafts = {
  read(user, name) {
    try {
      const draft = JSON.parse(localStorage.getItem(`${prefix}${user}.${name}`))
      return draft && Date.now() - draft.at < week ? draft.value : null
    } catch {
      return null
    }
  },

  /// Answers whether it could be kept.
  write(user, name, value) {
    try {
      localStorage.setItem(`${prefix}${user}.${name}`, JSON.stringify({ at: Date.now(), value }))
      return true
    } catch {
      return false
    }
  },

  remove(user, name) {
    try {
      localStorage.removeItem(`${prefix}${user}.${name}`)
    } catch {
      // Nothing was kept.
    }
  },

  clear() {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
      for (const name of names) localStorage.removeItem(name)
    } catch {
      // Nothing was kept.
    }
  }
}
