// A form of text fields: what was typed, what is wrong with it, and where the focus goes then.

import { fieldText, textField } from './base.js'

/// The fields of a form by their names, which are those of the request as well.
export function formOf(context, values) {
  const form = { ...values }
  let problems = {}
  const self = {
    values: form,

    /// What is wrong before sending, by field. Answers whether nothing is.
    check(found) {
      problems = found
      const isRight = !Object.values(found).some(Boolean)
      if (!isRight) focus()
      return isRight
    },

    /// What the server refused; `codes` says of which field a refusal without a place is.
    refused(problem, codes = {}) {
      problems = {}
      for (const name of Object.keys(form)) problems[name] = fieldText(problem, `/${name}`)
      const name = codes[problem?.code]
      if (name) problems[name] ??= fieldText({ fields: [{ pointer: '', code: problem.code, detail: problem.detail }] }, '')
      focus()
    },

    get isAtField() {
      return Object.values(problems).some(Boolean)
    },

    set(name, value) {
      form[name] = value
      problems[name] = null
      context.update()
    },

    field: (name, options) => textField({
      id: name, value: form[name], error: problems[name], input: (value) => self.set(name, value), ...options
    })
  }

  return self

  async function focus() {
    context.update()
    await Promise.resolve()
    document.querySelector('main [aria-invalid]')?.focus()
  }
}

export function isPassword(text) {
  return [...text].length >= 8 && [...text].length <= 256
}

/// Something at something with a dot: the server has the last word.
export function isEmail(text) {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

export function isUsername(text) {
  return /^[a-z0-9_.]{3,30}$/.test(text)
}
