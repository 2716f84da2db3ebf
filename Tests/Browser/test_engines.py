"""One dare in another engine, by its own screens: sign in, dare, submit, judge, the board, axe."""
import os
import pathlib
import unittest

import axe_playwright_python

from engines import ENGINES
from people import BASE, PASSWORD, Person

ENGINE = os.environ.get('GAUNTLET_BROWSER_ENGINE', 'firefox')

# What a person does, by names: waits for it, then does it.
TOOLS = """
  const clean = (text) => (text ?? '').replace(/[\\u2066-\\u2069]/g, '').replace(/\\s+/g, ' ').trim()
  const until = async (what, find) => {
    for (let turn = 0; turn < 150; turn += 1) {
      const found = find()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no ${what}: ${clean(document.body.innerText).slice(0, 300)}`)
  }
  const named = (selector, name) => () => [...document.querySelectorAll(selector)].find((one) =>
    clean(one.getAttribute('aria-label') || one.textContent).startsWith(name))
  const press = async (selector, name) => (await until(name, named(selector, name))).click()
  const type = async (id, text) => {
    const field = await until(id, () => document.getElementById(id))
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const sees = (text) => until(text, () => clean(document.body.innerText).includes(text))
  const click = (selector) => until(selector, () => document.querySelector(selector)).then((one) => one.click())
"""


class Engine(unittest.TestCase):
    def setUp(self):
        self.engine = ENGINES[ENGINE]()
        self.addCleanup(self.engine.close)

    def do(self, page, steps):
        return self.engine.run(page, TOOLS + steps)

    def sign_in(self, person):
        page = self.engine.open(BASE + '/sign-in')
        self.do(page, f"""
          await type('login', '{person.username}'); await type('password', '{PASSWORD}')
          await press('button', 'Sign in'); await until('Home', named('h1', 'Hello'))""")
        return page

    def axe(self, page):
        source = (pathlib.Path(axe_playwright_python.__file__).parent / 'axe.min.js').read_text()
        return self.do(page, f"""
          const module = undefined, exports = undefined, define = undefined
          {source}
          const results = await window.axe.run(document, {{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }})
          return results.violations.map((one) => `${{one.id}} ${{one.nodes[0].html.slice(0, 120)}}`)""")

    def test_one_dare_from_signing_in_to_the_board(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        first = self.sign_in(ana)
        print(f'\n{self.engine.version}')
        # Another engine may have another language: the words here are English.
        self.do(first, """
          await press('nav a', 'New'); await press('main a', 'Dare'); await type('name', 'Swim in the lake')
          await click('.people input'); await press('button', 'Send dare'); await sees('Pending')""")
        second = self.sign_in(bo)
        self.do(second, """
          await press('main a', ''); await sees('Unread'); await press('main button', 'Accept')
          await type('note', 'Cold.'); await press('main button', 'Submit'); await sees('Attempt 1')""")
        self.do(first, "await press('nav a', 'Home'); await press('main .row a', ''); await sees('Cold.')")
        self.assertEqual(self.axe(first), [])
        self.do(first, "await press('main button', 'Done right'); await sees('+10')")
        self.do(second, """
          await press('nav a', 'Me'); await press('main a', 'Scoreboard'); await until('board', named('h1', 'Scoreboard'))
          await sees('100')""")
        self.assertEqual(self.axe(second), [])
        icons = self.do(second, """
          await press('nav a', 'Home'); const icon = await until('icon', () => document.querySelector('nav svg use'))
          const box = icon.getBoundingClientRect(); return [box.width, box.height]""")
        self.assertGreater(min(icons), 5, 'icons are drawn')
        self.assertEqual(self.engine.heard(first) + self.engine.heard(second), [])


if __name__ == '__main__':
    unittest.main()
