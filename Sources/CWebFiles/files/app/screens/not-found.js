// An address without a screen.

import { heading } from '../parts.js'
import { html } from '../template.js'
import { t } from '../text.js'

export function open() {
  return {
    title: () => t('error.nothing'),
    view: () => html`${heading(t('error.nothing'))}<p>${t('error.gone')}</p>
      <p><a class="button" href="/"><span>${t('nav.home')}</span></a></p>`
  }
}
