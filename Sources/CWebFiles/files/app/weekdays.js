// The days of the week, to choose some of them.

import { html, keyed } from './template.js'
import { weekdayText } from './time.js'

/// `value` has numbers: 1 is Monday. `pick` gets the new ones, ascending.
export function weekdays({ legend, value, pick, hint, error, most = 7 }) {
  const turn = (number, isOn) => {
    const days = value.filter((one) => one !== number)
    if (isOn) days.push(number)
    pick(days.sort())
  }
  return html`<fieldset class="choice"><legend>${legend}</legend><div class="chips">${keyed([1, 2, 3, 4, 5, 6, 7], (number) => number, (number) => {
    const isOn = value.includes(number)
    return html`<label class="option"><input type="checkbox" aria-label=${weekdayText(number, 'long')} .checked=${isOn}
      ?disabled=${!isOn && value.length >= most} @change=${(event) => turn(number, event.target.checked)}><span>${weekdayText(number)}</span></label>`
  })}</div>${hint ? html`<p class="hint">${hint}</p>` : null}${error ? html`<p class="error">${error}</p>` : null}</fieldset>`
}
