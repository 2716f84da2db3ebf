// The field of an amount.

import { readAmount, typedAmount } from './amounts.js'
import { icon, textField } from './parts.js'
import { html } from './template.js'
import { t } from './text.js'

/// A field for an amount; with a `stride` beside buttons for as much less or more.
export function amountField({ stride, ...field }) {
  const control = textField({ mode: 'decimal', maxLength: 24, ...field })
  if (!stride) return control
  const by = (sign) => {
    const { amount = 0 } = readAmount(field.value)
    const next = Math.round((Number(amount.rawJSON ?? amount) + sign * stride) * 1e6) / 1e6
    field.input(next > 0 ? typedAmount(next) : '')
  }
  const key = (label, face, sign) => html`<button type="button" class="button" aria-label=${label} @click=${() => by(sign)}>${face}</button>`
  return html`<div class="amount">${control}<span class="steppers">${key(t('amount.less'), '−', -1)}${key(t('amount.more'), icon('plus'), 1)}</span></div>`
}
