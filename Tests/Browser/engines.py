"""Firefox by WebDriver BiDi and WebKit by WebDriver: enough of each to open pages, run scripts and
hear what goes wrong."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

WATCH = """() => {
  globalThis.complaints ??= []
  if (globalThis.isWatched) return
  globalThis.isWatched = true
  addEventListener('securitypolicyviolation', (event) => complaints.push(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  addEventListener('error', (event) => complaints.push(`error: ${event.message}`))
  addEventListener('unhandledrejection', (event) => {
    if (event.reason?.name !== 'AbortError') complaints.push(`unhandled: ${event.reason}`)
  })
}"""


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Firefox:
    """A headless firefox-esr, spoken to over its own websocket."""

    def __init__(self):
        from websocket import create_connection
        self.profile = tempfile.mkdtemp(prefix='gauntlet-firefox.')
        port = free_port()
        self.process = subprocess.Popen(
            ['firefox-esr', '--headless', '--no-remote', '--profile', self.profile,
             f'--remote-debugging-port={port}'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, 'HOME': self.profile})
        end = time.monotonic() + 60
        while True:
            try:
                self.socket = create_connection(f'ws://127.0.0.1:{port}/session', timeout=60, suppress_origin=True)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.3)
        self.number = 0
        self.complaints = []
        answer = self.send('session.new', {'capabilities': {}})
        self.version = f"Firefox {answer['capabilities']['browserVersion']}"
        self.send('session.subscribe', {'events': ['log.entryAdded']})
        self.send('script.addPreloadScript', {'functionDeclaration': WATCH})

    def send(self, method, params):
        self.number += 1
        self.socket.send(json.dumps({'id': self.number, 'method': method, 'params': params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get('method') == 'log.entryAdded' and message['params']['level'] == 'error':
                self.complaints.append(str(message['params'].get('text')))
            if message.get('id') == self.number:
                if message['type'] == 'error':
                    raise RuntimeError(f"{method}: {message['message']}")
                return message['result']

    def open(self, url):
        """A page with cookies of its own."""
        context = self.send('browser.createUserContext', {})['userContext']
        page = self.send('browsingContext.create', {'type': 'tab', 'userContext': context})['context']
        self.send('browsingContext.navigate', {'context': page, 'url': url, 'wait': 'complete'})
        return page

    def run(self, page, body):
        answer = self.send('script.evaluate', {
            'expression': f'(async () => JSON.stringify(await (async () => {{ {body} }})() ?? null))()',
            'target': {'context': page}, 'awaitPromise': True})
        if answer['type'] == 'exception':
            raise RuntimeError(answer['exceptionDetails']['text'])
        return json.loads(answer['result']['value'])

    def heard(self, page):
        found = self.complaints + self.run(page, 'return globalThis.complaints ?? []')
        self.complaints = []
        return found

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.profile, ignore_errors=True)


class WebKit:
    """Debian's WebKitGTK in a virtual display; each page is a browser of its own."""

    def __init__(self):
        self.display = None
        if 'DISPLAY' not in os.environ:
            read, write = os.pipe()
            self.display = subprocess.Popen(
                ['Xvfb', '-displayfd', str(write), '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
                pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as answer:
                os.environ['DISPLAY'] = f':{answer.readline().strip()}'
        if os.geteuid() == 0:
            os.environ['WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS'] = '1'
        os.environ.setdefault('WEBKIT_DISABLE_COMPOSITING_MODE', '1')
        self.pages = []
        self.version = 'WebKit'

    def open(self, url):
        from selenium import webdriver
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(next(pathlib.Path('/usr/lib').glob('*/webkit2gtk-4*/MiniBrowser')))
        options.add_argument('--automation')
        service = webdriver.WebKitGTKService('/usr/bin/WebKitWebDriver')
        page = webdriver.WebKitGTK(options=options, service=service)
        page.set_script_timeout(30)
        self.version = f"WebKitGTK {page.capabilities.get('browserVersion')}"
        self.pages.append(page)
        page.get(url)
        page.execute_script(f'({WATCH})()')
        return page

    def run(self, page, body):
        answer = page.execute_async_script(
            'const done = arguments[arguments.length - 1];'
            f'(async () => {{ {body} }})().then((value) => done(JSON.stringify([value ?? null])), '
            '(error) => done(JSON.stringify({ error: String(error) })))')
        value = json.loads(answer)
        if isinstance(value, dict):
            raise RuntimeError(value['error'])
        return value[0]

    def heard(self, page):
        return self.run(page, 'return globalThis.complaints ?? []')

    def close(self):
        for page in self.pages:
            page.quit()
        if self.display:
            self.display.terminate()
            self.display.wait(10)


ENGINES = {'firefox': Firefox, 'webkit': WebKit}
