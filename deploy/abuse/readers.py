"""Clients request a picture and read nothing of it; measures the effect on other clients.

The attack: 18 such clients filled the credit of the gateway's one connection to mediad, which was
then never returned, so that no client got a picture; 128 used up its streams, and those of uploads.
The rule: no stream waits for another's reader, a client network gets 16 pictures at a time, and if
all places are taken the response that has waited longest for its reader is cut for the new one.
The bound: a client of another network gets a picture within 250 ms, beside 18, 128 and 200 silent
readers, with the 200 replaced as they are cut; an upload succeeds; and a client that reads 4 KiB a
second is not cut.
"""

import multiprocessing
import select
import threading
import time

import common

LIMIT = 0.25
GIVEN_UP = 10
SILENT_BYTES = 8_000_000
HONEST_BYTES = 2_000_000
SLOW_SECONDS = 15
# Each client network of the attackers has as many readers as the limit allows.
PER_NETWORK = 16


def request(path, headers=""):
    return f"GET {path} HTTP/1.1\r\nHost: gauntlet\r\n{headers}\r\n".encode()


class Readers:
    """Silent readers of one picture, optionally replaced when cut. They run in a process of their
    own, so that they do not delay the measurement."""

    def __init__(self, path, count, are_replaced=False):
        self.is_stopped = multiprocessing.Event()
        self.cuts = multiprocessing.Value("i", 0)
        self.process = multiprocessing.Process(target=self.run, args=(path, count, are_replaced))
        self.process.start()

    def run(self, path, count, are_replaced):
        readers = {}
        poll = select.poll()

        def add(number):
            source = f"127.0.0.{100 + number // PER_NETWORK}"
            connection = common.connect(source, receive_buffer=4_096)
            connection.sendall(request(path))
            readers[connection.fileno()] = (connection, number)
            # Only detect the end: never read the data.
            poll.register(connection, select.POLLRDHUP)

        for number in range(count):
            add(number)
        while not self.is_stopped.is_set():
            for descriptor, _ in poll.poll(50):
                connection, number = readers.pop(descriptor)
                poll.unregister(descriptor)
                connection.close()
                self.cuts.value += 1
                if are_replaced:
                    add(number)

    def stop(self):
        """Stops all readers, and returns how many were cut."""
        self.is_stopped.set()
        self.process.join()
        return self.cuts.value


def fetch(path):
    """Returns how many seconds a client of another network waits for a picture, up to GIVEN_UP."""
    began = time.monotonic()
    head, size = b"", 0
    try:
        with common.connect("127.0.0.2") as connection:
            connection.sendall(request(path, "Connection: close\r\n"))
            while True:
                connection.settimeout(max(0.01, began + GIVEN_UP - time.monotonic()))
                piece = connection.recv(1 << 20)
                if not piece:
                    break
                head = head or piece
                size += len(piece)
    except OSError:
        return GIVEN_UP
    is_whole = head.startswith(b"HTTP/1.1 200 ") and size > HONEST_BYTES * 0.99
    return time.monotonic() - began if is_whole else GIVEN_UP


def beside(report, path, count, fetches):
    """Measures fetching a picture beside silent readers."""
    time.sleep(1)
    took = []
    while len(took) < fetches and not (took and took[-1] >= GIVEN_UP):
        took.append(fetch(path))
        time.sleep(0.1)
    slowest = max(took)
    name = f"a picture beside {count} silent readers, slowest of {len(took)}"
    report.figure(name, slowest, "s", f"≤ {LIMIT} s", slowest <= LIMIT)


def take_slowly(path):
    """Reads 4 KiB a second of a picture for SLOW_SECONDS; returns how long it lasted."""
    began = time.monotonic()
    taken = 0
    with common.connect("127.0.0.3", receive_buffer=4_096) as connection:
        connection.sendall(request(path))
        while time.monotonic() - began < SLOW_SECONDS:
            try:
                piece = connection.recv(4_096)
            except OSError:
                break
            if not piece:
                break
            taken += len(piece)
            time.sleep(max(0, taken / 4_096 - (time.monotonic() - began)))
    return time.monotonic() - began


def main():
    report = common.Report()
    ana = common.person("ana", source="127.0.0.2")
    silent = common.picture(ana.token, SILENT_BYTES, source="127.0.0.2")["url"]
    honest = common.picture(ana.token, HONEST_BYTES, source="127.0.0.2")["url"]
    alone = max(fetch(honest) for _ in range(5))
    report.figure("a picture alone, slowest of 5", alone, "s", f"≤ {LIMIT} s", alone <= LIMIT)

    lasted = []
    slow = threading.Thread(target=lambda: lasted.append(take_slowly(silent)))
    slow.start()
    readers = Readers(silent, 18)
    beside(report, honest, 18, 5)
    slow.join()
    readers.stop()
    is_kept = lasted[0] >= SLOW_SECONDS
    report.figure("a reader of 4 KiB a second continues", lasted[0], "s", "until it ends", is_kept)

    readers = Readers(silent, 128)
    beside(report, honest, 128, 5)
    try:
        status = common.upload(ana.token, 100_000, source="127.0.0.2", timeout=GIVEN_UP)[0]
    except OSError:
        status = 0
    report.figure("an upload beside 128 silent readers", status, "", "201", status == 201)
    readers.stop()

    readers = Readers(silent, 200, are_replaced=True)
    beside(report, honest, 200, 10)
    report.figure("of the 200, cut and replaced", readers.stop(), "times", "", True)
    report.finish()


main()
