"""The renderer, by itself, in the page."""
import unittest

from browser import MARKUP, Case

BEGIN = """async () => {
  const address = document.querySelector('script[type=module]').src.replace('main.js', 'template.js')
  const { html, keyed, render } = await import(address)
  const box = document.createElement('div')
  document.body.append(box)
  const is = (found, wanted) => { if (found !== wanted) throw new Error(`found ${found}, wanted ${wanted}`) }
  const text = () => box.textContent
  %s
}"""


class Fixture(Case):
    def test_what_goes_wrong_is_heard(self):
        page = self.open('/sign-in')
        page.get_by_role('heading', name='Sign in').wait_for()
        for wrong in ("console.error('said')", "Promise.reject(new Error('refused'))",
                      "document.body.setAttribute('style', 'color: red')", "document.body.innerHTML = '<b>'",
                      "document.body.append(new Image()); document.querySelector('img').src = 'https://example.com/x.png'"):
            page.evaluate('(text) => { setTimeout(() => {' + wrong + '}) }', '')
            page.wait_for_timeout(100)
        heard = '\n'.join(self.complaints)
        for word in ('said', 'refused', 'style-src', 'require-trusted-types-for', 'img-src'):
            self.assertIn(word, heard)
        page.evaluate("""() => {
          for (let turn = 0; turn < 2; turn += 1) document.body.append(Object.assign(document.createElement('input'), { id: 'twice' }))
        }""")
        found = ' '.join(page.evaluate(MARKUP))
        self.assertIn('id twice: twice', found)
        self.assertIn('without a label', found)
        self.complaints = []
        page.close()


class Template(Case):
    def check(self, body):
        page = self.open('/sign-in')
        page.get_by_role('heading', name='Sign in').wait_for()
        page.evaluate(BEGIN % body)

    def test_markup_in_a_value_is_text(self):
        self.check("""
          const evil = '<img src=x onerror=alert(1)>'
          render(html`<p title=${evil}>${evil}</p>`, box)
          is(text(), evil); is(box.querySelector('img'), null); is(box.firstElementChild.title, evil)""")

    def test_a_template_is_made_of_literals_alone(self):
        self.check("""
          let refused = false
          const forged = ['<b>', '</b>']; forged.raw = forged
          try { render(html(forged, 1), box) } catch { refused = true }
          is(refused, true)""")

    def test_an_update_keeps_the_elements(self):
        self.check("""
          const view = (a) => html`<p class=${a}>${a}</p>`
          render(view('one'), box); const p = box.querySelector('p')
          render(view('two'), box); is(box.querySelector('p'), p); is(p.className, 'two'); is(text(), 'two')""")

    def test_null_and_false_remove(self):
        self.check("""
          const view = (a, b) => html`<p title=${a} ?hidden=${b}>${a}</p>`
          render(view('x', true), box); const p = box.firstElementChild
          is(p.title, 'x'); is(p.hidden, true)
          render(view(null, false), box); is(p.hasAttribute('title'), false); is(p.hidden, false); is(text(), '')
          render(view(0, true), box); is(text(), '0')""")

    def test_other_templates_replace_each_other(self):
        self.check("""
          const view = (a) => html`<div>${a ? html`<b>${a}</b><i>x</i>` : html`<u>none</u>`}end</div>`
          render(view('one'), box); is(text(), 'onexend')
          render(view(''), box); is(text(), 'noneend'); is(box.querySelector('b'), null)
          render(view('two'), box); is(text(), 'twoxend')""")

    def test_a_nested_template_leaves_whole(self):
        self.check("""
          const view = (a) => html`${a ? html`${html`<b>in</b>${'text'}`}` : null}<i>end</i>`
          render(view(true), box); is(text(), 'intextend')
          render(view(false), box); is(text(), 'end'); is(box.children.length, 1)""")

    def test_keyed_elements_move_with_their_key(self):
        self.check("""
          const view = (keys) => html`<ul>${keyed(keys, (key) => key, (key) => html`<li>${key}</li>`)}</ul>`
          render(view(['a', 'b', 'c']), box)
          const [a, b, c] = box.querySelectorAll('li')
          render(view(['c', 'x', 'a']), box); is(text(), 'cxa')
          const after = box.querySelectorAll('li')
          is(after[0], c); is(after[2], a); is(b.isConnected, false)
          render(view([]), box); is(text(), '')
          render(view(['b']), box); is(text(), 'b')""")

    def test_a_moved_field_keeps_its_focus(self):
        self.check("""
          const view = (keys) => html`<ul>${keyed(keys, (key) => key, (key) => html`<li><input id=${`f-${key}`} aria-label="x"></li>`)}</ul>`
          render(view(['a', 'b']), box); const field = document.getElementById('f-a'); field.focus()
          render(view(['b', 'a']), box); is(document.activeElement, field); box.remove()""")

    def test_a_key_is_used_once(self):
        self.check("""
          let refused = false
          try { render(html`<ul>${keyed([1, 1], (key) => key, () => html`<li>x</li>`)}</ul>`, box) } catch { refused = true }
          is(refused, true)""")

    def test_a_listener_is_the_last_one(self):
        self.check("""
          let heard = ''
          const view = (name) => html`<button @click=${name && (() => { heard += name })}>b</button>`
          render(view('a'), box); const button = box.firstElementChild
          button.click(); render(view('b'), box); button.click(); render(view(null), box); button.click()
          is(heard, 'ab')""")

    def test_a_form_is_sent_by_its_listener_alone(self):
        self.check("""
          let sent = 0; let isStopped = null
          render(html`<form @submit=${() => { sent += 1 }}><button>b</button></form>`, box)
          box.addEventListener('submit', (event) => { isStopped = event.defaultPrevented })
          box.firstElementChild.requestSubmit(); is(sent, 1); is(isStopped, true)""")

    def test_a_field_shows_its_state_again(self):
        self.check("""
          const view = (value) => html`<input aria-label="x" .value=${value}>`
          render(view('one'), box); const field = box.firstElementChild
          field.value = 'typed'; render(view('one'), box); is(field.value, 'one')""")

    def test_addresses_stay_here(self):
        self.check("""
          const view = (href) => html`<a href=${href}>x</a>`
          for (const evil of ['javascript:alert(1)', 'https://example.com/', '//example.com', ' javascript:1', 'data:text/html,x']) {
            render(view(evil), box); is(box.firstElementChild.hasAttribute('href'), false)
          }
          render(view('/people/1'), box); is(box.firstElementChild.getAttribute('href'), '/people/1')""")

    def test_a_variable_is_a_style(self):
        self.check("""
          render(html`<i --share=${0.25}>x</i>`, box)
          is(box.firstElementChild.style.getPropertyValue('--share'), '0.25')""")

    def test_a_thousand_rows(self):
        page = self.open('/sign-in')
        page.get_by_role('heading', name='Sign in').wait_for()
        build, change = page.evaluate(BEGIN % """
          const rows = Array.from({ length: 1000 }, (_, id) => ({ id, points: id }))
          const view = () => html`<ol>${keyed(rows, ({ id }) => id, (row) => html`<li class="row"><span>${row.id}</span><b>${row.points}</b></li>`)}</ol>`
          const begin = performance.now(); render(view(), box); const middle = performance.now()
          for (let row = 0; row < 1000; row += 10) rows[row].points += 1
          render(view(), box); return [middle - begin, performance.now() - middle]""")
        print(f'\n1,000 rows: built in {build:.0f} ms, 100 changed in {change:.0f} ms')
        self.assertLess(change, 60)


if __name__ == '__main__':
    unittest.main()
