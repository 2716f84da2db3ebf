// Amounts: what people type and read as decimal numbers. A text of digits all the way, since a
// number of JavaScript cannot hold 18 of them.

import { has, html, icon, language, t, textField } from './base.js'

const most = 10n ** 18n

/// What was typed as a count of millionths, with its decimals; null if it is not a number. Thousands
/// and decimals are marked as in the language; the other decimal mark is read too if it is clear.
function millionths(text) {
  const [group, mark] = language() === 'de' ? ['.', ','] : [',', '.']
  let digits = text.replace(/[\s\u00a0\u202f]/g, '')
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${mark}\\d*)?$`)
  if (grouped.test(digits)) digits = digits.replaceAll(group, '')
  const [, whole, fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(digits) ?? []
  if (whole === undefined || !(whole + fraction)) return null
  return { fraction, count: BigInt(whole + fraction.slice(0, 6).padEnd(6, '0')) }
}

/// What was typed, as the API takes it; or the id of the sentence that says what is wrong with it:
/// `none`, where it is no number above 0.
export function readAmount(text, { isWhole = false, none } = {}) {
  const read = millionths(text)
  if (!read) return { problem: none ?? (text.trim() ? 'amount.digits' : 'amount.missing') }
  const { fraction, count } = read
  if (/[^0]/.test(fraction.slice(6))) return { problem: 'amount.decimals' }
  if (count === 0n) return { problem: none ?? 'amount.zero' }
  if (count >= most) return { problem: 'amount.large' }
  if (isWhole && count % 1_000_000n) return { problem: 'amount.whole' }
  const digits = String(count).padStart(7, '0')
  const amount = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
  // Few digits are exact as they are; older browsers have no other way to write a number.
  return { amount: amount.length > 15 && JSON.rawJSON ? JSON.rawJSON(amount) : Number(amount) }
}

/// The same, with the sentence itself.
export function checkAmount(text, options) {
  const { amount, problem } = readAmount(text, options)
  return problem ? { problem: t(problem) } : { amount }
}

/// An amount as its field shows it: without a mark between thousands.
export function typedAmount(amount) {
  if (amount === undefined) return ''
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 6, useGrouping: false }).format(amount)
}

/// An amount as one writes it in the language.
export function amountText(amount) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 6 }).format(amount)
}

/// The unit in the language, where the server knows it.
export function unitText(unit) {
  return has(`unit.${unit}`) ? t(`unit.${unit}`) : unit
}

/// The name of a category in the language, where the client knows it.
export function categoryText({ id, name }) {
  return has(`category.${id}`) ? t(`category.${id}`) : name
}

/// The unit that was typed, as the server knows it.
export function readUnit(text) {
  const typed = text.trim()
  return Object.keys(seconds).find((unit) => unitText(unit).toLowerCase() === typed.toLowerCase()) ?? typed
}

/// "3 of 8 litres", or of steps "6,500 / 10,000 steps".
export function progressText({ value, target, unit, metric }) {
  const values = { value: value === undefined ? '–' : amountText(value), target: amountText(target), unit: unitText(unit) }
  return t(metric === 'steps' ? 'goal.steps' : 'goal.value', values)
}

const seconds = { seconds: 1, minutes: 60, hours: 3600 }

/// How many seconds one of a unit of time has.
export function secondsOf(unit) {
  return seconds[unit]
}

/// A duration: "1:05", "1:02:05".
export function clockText(milliseconds) {
  const all = Math.floor(milliseconds / 1000)
  const two = (number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60]
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`
}

// The field of an amount.

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
