// A form of text fields: what was typed, what is wrong with it, and where the focus goes then.

import { textField } from './parts.js'
import { fieldText } from './text.js'

/// The fields of a form by their names, which are those of the request as well.
export function formOf(context, values) {
  const form = { ...values }
  let problems = {}
  return {
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

    field(name, options) {
      return textField({
        id: name, value: form[name], error: problems[name],
        input(value) {
          form[name] = value
          problems[name] = null
          context.update()
        },
        ...options
      })
    }
  }

  async function focus() {
    context.update()
    await Promise.resolve()
    document.querySelector('main [aria-invalid]')?.focus()
  }
}
