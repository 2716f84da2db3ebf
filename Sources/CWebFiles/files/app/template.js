// Templates: a view is a function of state that returns html`…`; render() brings an element to
// what it says, changing as little of the page as possible.
//
//   html`<button class=${a} ?disabled=${b} .value=${c} --share=${d} @click=${f}>${text}</button>`
//
// An attribute is one value, without quotes: null and false remove it. `?name` is there or not,
// `.name` is a property, `--name` a CSS variable, `@name` a listener. Between tags stand text, a
// template, nothing (null, false) or a list of templates of one element each, with keyed() by key.

/// What a template says: its literal strings, which identify it, and the values between them.
class Template {
  constructor(strings, values) {
    this.strings = strings
    this.values = values
    this.key = undefined
  }
}

export function html(strings, ...values) {
  return new Template(strings, values)
}

/// One template for each item, recognized again by its key wherever it moves.
export function keyed(items, keyOf, view) {
  return items.map((item, index) => {
    const template = view(item, index)
    template.key = keyOf(item, index)
    return template
  })
}

// Only the literal strings of a template become HTML: the arrays of tagged templates are frozen,
// and no text from outside can be made into one.
function markup(strings) {
  if (!Object.isFrozen(strings) || !Object.isFrozen(strings.raw)) throw new TypeError('not a literal')
  let all = ''
  strings.forEach((string, index) => {
    all += index ? string : string.trimStart()
    if (index === strings.length - 1) return
    const attribute = /\s([@.?]?[\w-]+)=$/.exec(all)
    if (attribute && all.lastIndexOf('<') > all.lastIndexOf('>')) {
      all = `${all.slice(0, -attribute[1].length - 1)}hole-${index}="${attribute[1]}"`
    } else {
      all += `<!--hole-${index}-->`
    }
  })
  return `<template>${all.trimEnd()}</template>`
}

const policy = globalThis.trustedTypes?.createPolicy('gauntlet', {
  createHTML: (_, strings) => markup(strings)
})

/// The parsed templates by their strings: the content, and where its holes are.
const parsed = new WeakMap()

function parse(strings) {
  let known = parsed.get(strings)
  if (known) return known
  const source = policy ? policy.createHTML('', strings) : markup(strings)
  const page = new DOMParser().parseFromString(source, 'text/html')
  const { content } = page.querySelector('template')
  const holes = []
  collect(content, [], holes)
  if (holes.length !== strings.length - 1) throw new TypeError(`misplaced value: ${strings.join('…')}`)
  known = { content, holes: holes.sort((a, b) => a.index - b.index) }
  parsed.set(strings, known)
  return known
}

function collect(parent, path, holes) {
  parent.childNodes.forEach((node, position) => {
    const here = [...path, position]
    if (node.nodeType === Node.COMMENT_NODE) {
      const hole = /^hole-(\d+)$/.exec(node.data)
      if (hole) {
        holes.push({ index: Number(hole[1]), path: here, name: null })
        node.data = ''
      }
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const { name, value } of [...node.attributes]) {
        if (!name.startsWith('hole-')) continue
        holes.push({ index: Number(name.slice(5)), path: here, name: value })
        node.removeAttribute(name)
      }
      collect(node, here, holes)
    }
  })
}

/// A template that is on the page.
class Instance {
  constructor(template) {
    const { content, holes } = parse(template.strings)
    this.strings = template.strings
    this.fragment = document.importNode(content, true)
    this.nodes = [...this.fragment.childNodes]
    this.holes = holes.map(({ path, name }) => {
      const node = path.reduce((parent, position) => parent.childNodes[position], this.fragment)
      return { isTop: path.length === 1, part: name === null ? new Child(node) : attributeOf(node, name) }
    })
    this.set(template.values)
  }

  set(values) {
    this.holes.forEach(({ part }, index) => part.set(values[index]))
  }

  /// The only element of an item of a list.
  get element() {
    if (this.nodes.length !== 1 || this.nodes[0].nodeType !== Node.ELEMENT_NODE) {
      throw new TypeError(`a list's item is one element: ${this.strings.join('…')}`)
    }
    return this.nodes[0]
  }

  remove() {
    for (const { isTop, part } of this.holes) if (isTop && part instanceof Child) part.clear()
    for (const node of this.nodes) node.remove()
  }
}

/// What stands before a comment between tags.
class Child {
  constructor(anchor) {
    this.anchor = anchor
    this.text = null
    this.instance = null
    this.items = null
  }

  clear() {
    this.text?.remove()
    this.instance?.remove()
    this.items?.forEach(({ instance }) => instance.element.remove())
    this.text = this.instance = this.items = null
  }

  set(value) {
    if (value === null || value === undefined || value === false || value === true) this.clear()
    else if (value instanceof Template) this.setTemplate(value)
    else if (Array.isArray(value)) this.setList(value.filter((item) => item))
    else this.setText(String(value))
  }

  setText(value) {
    if (!this.text) {
      this.clear()
      this.text = document.createTextNode(value)
      this.anchor.before(this.text)
    } else if (this.text.data !== value) {
      this.text.data = value
    }
  }

  setTemplate(template) {
    if (this.instance?.strings === template.strings) return this.instance.set(template.values)
    this.clear()
    this.instance = new Instance(template)
    this.anchor.before(this.instance.fragment)
  }

  setList(templates) {
    if (!this.items) this.clear()
    const free = new Map(this.items?.map((item) => [item.key, item]))
    this.items = templates.map((template, index) => {
      const key = template.key === undefined ? index : template.key
      const kept = free.get(key)
      if (kept?.instance.strings === template.strings) {
        free.delete(key)
        kept.instance.set(template.values)
        return kept
      }
      return { key, instance: new Instance(template) }
    })
    if (new Set(this.items.map(({ key }) => key)).size !== this.items.length) {
      throw new TypeError('a key is used twice')
    }
    for (const { instance } of free.values()) instance.element.remove()
    this.place()
  }

  /// Moves elements only where their order differs, from the last to the first. An element that
  /// moves loses its focus, so it gets it back.
  place() {
    const focused = document.activeElement
    let next = this.anchor
    for (const item of [...this.items].reverse()) {
      const { element } = item.instance
      if (element.nextSibling !== next) next.before(element)
      next = element
    }
    if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true })
  }
}

/// Addresses lead to this site, or to a picture that this page made.
function isOwn(address) {
  return /^(?:\/(?!\/)|#|\?|blob:)/.test(address) || address === ''
}

function attributeOf(element, name) {
  const kind = name[0]
  if (kind === '@') return new Listener(element, name.slice(1))
  let last
  const write = writer(element, name)
  return {
    set(value) {
      // People change these themselves, so the element knows best what it has.
      const isLive = name === '.value' || name === '.checked'
      if (isLive ? element[name.slice(1)] === value : last === value) return
      last = value
      write(value)
    }
  }
}

function writer(element, name) {
  if (name.startsWith('--')) return (value) => element.style.setProperty(name, value)
  if (name[0] === '.') return (value) => { element[name.slice(1)] = value }
  if (name[0] === '?') return (value) => element.toggleAttribute(name.slice(1), Boolean(value))
  return (value) => {
    const isAddress = name === 'href' || name === 'src'
    if (value === null || value === undefined || value === false) element.removeAttribute(name)
    else if (!isAddress || isOwn(String(value))) element.setAttribute(name, value === true ? '' : value)
    else element.removeAttribute(name)
  }
}

/// Stays on the element, and calls what the last template said.
class Listener {
  constructor(element, type) {
    this.heard = null
    element.addEventListener(type, this)
  }

  set(heard) {
    this.heard = heard
  }

  handleEvent(event) {
    // A form is sent by its screen, never by the browser.
    if (event.type === 'submit') event.preventDefault()
    this.heard?.call(event.currentTarget, event)
  }
}

const roots = new WeakMap()

/// Brings the element's content to what the template says.
export function render(template, element) {
  let child = roots.get(element)
  if (!child) {
    element.replaceChildren(document.createComment(''))
    child = new Child(element.firstChild)
    roots.set(element, child)
  }
  child.set(template)
}
