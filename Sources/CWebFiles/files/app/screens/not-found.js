// An address without a screen.

import { html, linkButton, t } from '../base.js'

export function open() {
  return {
    title: () => t('error.nothing'),
    view: () => html`<p>${t('error.gone')}</p>
      <p>${linkButton('/', t('nav.home'))}</p>`
  }
}
