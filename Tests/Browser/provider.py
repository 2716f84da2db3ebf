"""A provider of logins for the tests: its keys over TLS, and identity tokens for its people. The key of
its certificate, which check-web makes, signs the tokens too."""
import base64
import http.server
import json
import os
import pathlib
import secrets
import ssl
import subprocess
import threading
import time
from urllib.parse import urlsplit

from people import BASE, Person, call

DIRECTORY = pathlib.Path(os.environ.get('GAUNTLET_BROWSER_PROVIDER', '/nowhere'))
ISSUERS = {'google': 'https://accounts.google.com', 'apple': 'https://appleid.apple.com'}
CLIENT = 'browser-tests'

_server = None


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def openssl(*arguments, data=None):
    return subprocess.run(['openssl', *arguments], input=data, capture_output=True, check=True).stdout


class Keys(http.server.BaseHTTPRequestHandler):
    """Answers every request with the one public key."""

    def do_GET(self):
        printed = openssl('rsa', '-in', DIRECTORY / 'key', '-noout', '-modulus').decode()
        modulus = bytes.fromhex(printed.strip().partition('=')[2])
        key = {'kty': 'RSA', 'use': 'sig', 'alg': 'RS256', 'kid': 'tests', 'n': encoded(modulus), 'e': 'AQAB'}
        body = json.dumps({'keys': [key]}).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve():
    """Answers for the providers from now on, in this process."""
    global _server
    if _server is None:
        port = int((DIRECTORY / 'port').read_text())
        _server = http.server.ThreadingHTTPServer(('127.0.0.1', port), Keys)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(DIRECTORY / 'certificate', DIRECTORY / 'key')
        _server.socket = tls.wrap_socket(_server.socket, server_side=True)
        threading.Thread(target=_server.serve_forever, daemon=True).start()


def token(provider, subject=None, **claims):
    """An identity token, which counts once; of someone new, if no subject is given."""
    serve()
    now = int(time.time())
    said = {'iss': ISSUERS[provider], 'aud': CLIENT, 'sub': subject or secrets.token_hex(8), 'iat': now,
            'exp': now + 600, **claims}
    parts = [{'alg': 'RS256', 'typ': 'JWT', 'kid': 'tests'}, said]
    signed = '.'.join(encoded(json.dumps(part).encode()) for part in parts)
    signature = openssl('dgst', '-sha256', '-sign', DIRECTORY / 'key', data=signed.encode())
    return f'{signed}.{encoded(signature)}'


def link(person, provider, **claims):
    person.ask('PUT', f'/v1/me/logins/{provider}', {'identityToken': token(provider, **claims)})


class Guest(Person):
    """Someone whose account has a login at a provider, and no password."""

    def __init__(self, first='Gil', provider='google', **claims):
        self.username = 'gil' + secrets.token_hex(5)
        answer = call('POST', f'/v1/sessions/providers/{provider}', None, {
            'identityToken': token(provider, **claims), 'username': self.username, 'firstName': first, 'lastName': 'Abreu',
            'timeZone': 'Europe/Berlin'})
        self.id, self.token, self.refresh = answer['user']['id'], answer['accessToken'], answer['refreshToken']

    def enter(self, context):
        """Signs a browser in with the session of the API: the web client signs in by password alone."""
        context.add_cookies([{
            'name': 'gauntlet', 'value': self.refresh, 'domain': urlsplit(BASE).hostname, 'path': '/v1/browser',
            'httpOnly': True, 'sameSite': 'Strict'}])
        context.add_init_script(f"localStorage.setItem('gauntlet.user', '{self.id}')")
