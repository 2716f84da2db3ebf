"""Registration reveals which e-mail addresses and usernames are in use (2.8-limits).

A registration that is refused because its username or e-mail address is in use costs no hash, and
was not counted: one client address could test 750 a second, and `email_taken` came together with
other refusals, so that no account was ever created. Bounds: one network learns of at most 10 a
minute, usernames, e-mail addresses and ids together, and an e-mail address in use is not reported
together with another refusal.
"""

import secrets
import sys
import threading
import time

from common import PASSWORD, Report, ask, client, person

ATTACKER = "127.0.0.66"
SECONDS = 10


def main():
    report = Report()
    victim = person("ana", "127.0.0.10")
    address = f"{secrets.token_hex(4)}@example.org"
    body = {"password": PASSWORD, "firstName": "A", "lastName": "B"}
    owner = {**body, "username": f"eve_{secrets.token_hex(4)}", "email": address}
    if ask("POST", "/v1/accounts", owner, source="127.0.0.11")[0] != 201:
        sys.exit("registering an account with an e-mail address failed")

    asked = {**body, "username": victim.username, "email": address}
    _, _, answer = ask("POST", "/v1/accounts", asked, source="127.0.0.12")
    told = [error["code"] for error in (answer or {}).get("errors", [])]
    report.figure(
        "codes with a taken username", " ".join(told), "", "no email_taken",
        "identity.email_taken" not in told,
    )

    codes, lock, end = {}, threading.Lock(), time.monotonic() + SECONDS

    def run():
        connection = client(ATTACKER)
        while time.monotonic() < end:
            asked = {**body, "username": f"m_{secrets.token_hex(6)}", "email": address}
            try:
                status, _, answer = ask("POST", "/v1/accounts", asked, on=connection)
            except OSError:
                connection.close()
                connection = client(ATTACKER)
                continue
            code = (answer or {}).get("code", status)
            with lock:
                codes[code] = codes.get(code, 0) + 1
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"  in {SECONDS} s one address got {codes}", flush=True)
    told = codes.get("identity.email_taken", 0)
    report.figure("taken e-mail addresses revealed within a minute", told, "", "≤ 10", told <= 10)
    report.figure("revealed a second", told / SECONDS, "/s", "≤ 1/s", told / SECONDS <= 1)
    report.finish()


if __name__ == "__main__":
    main()
