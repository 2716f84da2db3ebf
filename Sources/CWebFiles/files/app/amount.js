// Amounts: decimal numbers with at most six decimals, as people write and read them.

import { button, textField } from './parts.js'
import { html } from './template.js'
import { language, t } from './text.js'

const most = 999_999_999.999999

export function amountText(value) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 6 }).format(value)
}

/// An amount as its field shows it.
export function typedAmount(value) {
  return value === undefined ? '' : amountText(value).replace(new RegExp(`\\${mark('group')}`, 'g'), '')
}

function mark(type) {
  return new Intl.NumberFormat(language()).formatToParts(1234567.5).find((part) => part.type === type).value
}

/// What was typed: its `value`, or the `problem` as a sentence. Comma and point both begin the
/// decimals, except where the language would read them as thousands.
export function parseAmount(text, { isWhole = false } = {}) {
  const typed = text.trim()
  if (!typed) return { problem: t('amount.missing') }
  if (!/^[\d.,]+$/.test(typed) || !/\d/.test(typed)) return { problem: t('amount.digits') }
  const [whole, decimals = '', ...more] = typed.split(/[.,]/)
  if (more.length) return { problem: t('amount.marks') }
  const isGrouped = typed.includes(mark('group')) && decimals.length === 3
  if (isGrouped) return { problem: t('amount.grouped', { typed, plain: whole + decimals }) }
  if (decimals.length > 6) return { problem: t('amount.decimals') }
  const value = Number(`${whole || '0'}.${decimals || '0'}`)
  if (value === 0) return { problem: t('amount.zero') }
  if (isWhole && !Number.isInteger(value)) return { problem: t('amount.whole') }
  return value > most ? { problem: t('amount.large') } : { value }
}

/// A field for an amount; with `isStepped` between buttons for one less and one more.
export function amountField({ isStepped, ...field }) {
  const control = textField({ mode: 'decimal', maxLength: 24, ...field })
  if (!isStepped) return control
  const by = (step) => {
    const { value = 0 } = parseAmount(field.value)
    const next = value + step
    if (next > 0) field.input(typedAmount(Math.round(next * 1e6) / 1e6))
  }
  return html`<div class="stepper">${control}<span class="steps-of">${button({ text: '−', label: t('amount.less'), click: () => by(-1) })}${
    button({ text: '+', label: t('amount.more'), click: () => by(1) })}</span></div>`
}
