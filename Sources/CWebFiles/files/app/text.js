// Words: the texts of the language in force, and what names people and refusals.

let words = {}
let chosen = 'en'
const known = ['en', 'de']

// The parts of the language that this page has: what every screen needs, and those of features.
const parts = new Set([''])

/// The language in force: `en` or `de`.
export function language() {
  return chosen
}

export const languages = known

/// What the person chose on this device, else the first language of the browser that is known.
export function preferredLanguage() {
  const wanted = [read('gauntlet.language'), ...navigator.languages]
  return wanted.map((tag) => tag?.slice(0, 2)).find((tag) => known.includes(tag)) ?? 'en'
}

function read(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

async function texts(name, part) {
  return (await import(`./lang/${part ? `${name}-${part}` : name}.js`)).default
}

/// Speaks a language, on the whole page.
export async function speak(name) {
  const all = await Promise.all([...parts].map((part) => texts(name, part)))
  words = Object.assign({}, ...all)
  chosen = name
  document.documentElement.lang = name
}

/// Adds parts of the language in force: those whose texts a feature's scripts say.
async function learn(added) {
  const name = chosen
  await Promise.all(added.filter((part) => !parts.has(part)).map(async (part) => {
    const found = await texts(name, part)
    if (name !== chosen) return learn([part])
    Object.assign(words, found)
    parts.add(part)
  }))
}

/// A script, once the parts of the language that it needs are there as well.
export async function spoken(script, ...needed) {
  const [module] = await Promise.all([script, learn(needed)])
  return module
}

/// The text of an id, with its `{name}`s filled in. A text of several forms is an object by plural
/// category, chosen by `n`.
export function t(id, values = {}) {
  let text = words[id]
  if (text === undefined) return id
  if (typeof text === 'object') {
    text = text[new Intl.PluralRules(chosen).select(values.n)] ?? text.other
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name]
    return typeof value === 'number' ? numberText(value) : value
  })
}

export function has(id) {
  return words[id] !== undefined
}

export function numberText(value) {
  return new Intl.NumberFormat(chosen).format(value)
}

/// "Ana, Bo and Cy".
export function listText(items) {
  return new Intl.ListFormat(chosen, { type: 'conjunction' }).format(items)
}

/// A person's full name; a placeholder for one who is not shown. Isolated, so that a name written
/// from right to left, or with controls for it, turns nothing around it.
export function nameOf(person) {
  if (person.placeholder) return t(`person.${person.placeholder}`)
  return `\u2068${[person.firstName, person.lastName].filter(Boolean).join(' ')}\u2069`
}

export function firstNameOf(person) {
  if (person.placeholder) return t(`person.${person.placeholder}`)
  return `\u2068${person.firstName}\u2069`
}

export function initialsOf(person) {
  if (person.placeholder) return '–'
  const first = (name) => (name ? [...name.trim()][0] ?? '' : '')
  return (first(person.firstName) + first(person.lastName)).toUpperCase()
}

/// The sentence for a refusal: by its code, else what the server says.
export function problemText(problem) {
  if (problem.retryAfter && has(`${problem.code}.wait`)) {
    return t(`${problem.code}.wait`, { n: Math.max(1, Math.ceil(problem.retryAfter / 60)) })
  }
  if (has(problem.code)) return t(problem.code)
  if (problem.code?.endsWith('_not_found')) return t('error.gone')
  return problem.detail ?? t('wire.bug')
}

/// The sentence for the field that a pointer names, or null.
export function fieldText(problem, pointer) {
  const field = problem?.fields?.find((one) => one.pointer === pointer)
  if (!field) return null
  return has(field.code) ? t(field.code) : field.detail
}
