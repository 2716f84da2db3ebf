"""What becomes of uploaded pictures. Run by deploy/check-pictures:

    check-pictures.py PORT DIR SCRATCH
"""

import collections
import http.client
import io
import json
import pathlib
import secrets
import subprocess
import sys
import uuid

from PIL import Image, ImageChops, ImageCms, ImageFile

PORT = int(sys.argv[1])
DIRECTORY, SCRATCH = map(pathlib.Path, sys.argv[2:4])
TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
# Tags of EXIF.
ORIENTATION, DETAILS, INTEROPERABILITY, COLOUR_SPACE = 0x0112, 0x8769, 0xA005, 0xA001
# The chunks of a PNG that say what the samples mean, besides the profile.
COLOURS = {b"cICP", b"mDCV", b"cLLI", b"mDCv", b"cLLi", b"sRGB", b"gAMA", b"cHRM"}
# What ExifTool may find in a stored picture: of each group these tags, or any if it is None.
KNOWN = {
    "ExifTool": {"ExifToolVersion"},
    "System": None,
    "File": {
        "FileType", "FileTypeExtension", "MIMEType", "ImageWidth", "ImageHeight", "BitsPerSample",
        "ColorComponents", "EncodingProcess", "YCbCrSubSampling", "ExifByteOrder",
    },
    "JFIF": {"JFIFVersion", "ResolutionUnit", "XResolution", "YResolution"},
    "Adobe": {"DCTEncodeVersion", "APP14Flags0", "APP14Flags1", "ColorTransform"},
    "PNG": {
        "ImageWidth", "ImageHeight", "BitDepth", "ColorType", "Compression", "Filter", "Interlace",
        "ProfileName", "SRGBRendering", "Gamma", "WhitePointX", "WhitePointY", "RedX", "RedY",
        "GreenX", "GreenY", "BlueX", "BlueY", "Palette", "Transparency", "BackgroundColor",
        "SignificantBits", "AnimationFrames", "AnimationPlays",
    },
    "PNG-pHYs": None,
    "PNG-cICP": None,
    "RIFF": {
        "WebP_Flags", "ImageWidth", "ImageHeight", "VP8Version", "HorizontalScale",
        "VerticalScale", "AlphaIsUsed", "AlphaPreprocessing", "AlphaFiltering",
        "AlphaCompression", "BackgroundColor", "AnimationLoopCount", "FrameCount", "Duration",
    },
    "IFD0": {"Orientation"},
    "ICC-header": None,
    "ICC_Profile": {
        "ProfileDescription", "ProfileCopyright", "MediaWhitePoint", "MediaBlackPoint",
        "ChromaticAdaptation", "Luminance", "Technology", "RedMatrixColumn", "GreenMatrixColumn",
        "BlueMatrixColumn", "RedTRC", "GreenTRC", "BlueTRC", "GrayTRC", "Gamut",
        *(f"{way}{intent}" for way in ("AToB", "BToA", "DToB", "BToD") for intent in range(4)),
    },
    "ICC-cicp": None,
    "Composite": {"ImageSize", "Megapixels"},
}
# What a profile says that says nothing about its device.
PROFILE = {
    "ProfileDescription": "Colours",
    "ProfileCopyright": "Unknown",
    "ProfileDateTime": "0000:00:00 00:00:00",
    "ProfileID": " ".join(["0"] * 16),
    "ProfileCMMType": "",
    "PrimaryPlatform": "",
    "DeviceManufacturer": "",
    "DeviceModel": "",
    "ProfileCreator": "",
    "ProfileName": "ICC",
}

# Any size is read: the pictures are the operator's own.
Image.MAX_IMAGE_PIXELS = None
# The uploaded file may lack its end.
ImageFile.LOAD_TRUNCATED_IMAGES = True


class Client:
    """A user of their own."""

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
        self.token = None
        account = {
            "username": f"pictures_{secrets.token_hex(6)}",
            "password": "correct horse battery",
            "firstName": "Pictures",
            "lastName": "Check",
        }
        status, data = self.ask("POST", "/v1/accounts", json.dumps(account).encode())
        if status != 201:
            sys.exit(f"no account: {status} {data[:200]!r}")
        self.token = json.loads(data)["accessToken"]

    def ask(self, method, path, body=None, kind="application/json"):
        """Returns the status and the bytes of the answer."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers |= {"Content-Type": kind, "Idempotency-Key": str(uuid.uuid4())}
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return 0, repr(error).encode()


def reason(status, body):
    """Why a request was not answered with success, on one line."""
    try:
        return f"{status} {json.loads(body)['type']}"
    except (ValueError, KeyError, TypeError):
        return f"{status} {body[:200]!r}"


def orientation(picture):
    value = picture.getexif().get(ORIENTATION, 1)
    return value if value in range(1, 9) else 1


def is_adobe_rgb(picture):
    """Whether a picture's EXIF says that its colours are those of Adobe RGB."""
    exif = picture.getexif()
    # Pillow 9.4 raises KeyError for the second where the first is absent.
    details = exif.get_ifd(DETAILS) if DETAILS in exif else {}
    index = exif.get_ifd(INTEROPERABILITY).get(1) if INTEROPERABILITY in details else None
    return index == "R03" and details.get(COLOUR_SPACE) != 1


def frames(picture):
    for number in range(getattr(picture, "n_frames", 1)):
        picture.seek(number)
        yield picture.convert("RGBA")


def in_srgb(picture, profile):
    """The first frame's colours as a viewer that knows profiles shows them; None if it cannot."""
    picture.seek(0)
    shown = picture if picture.mode in ("RGB", "L", "CMYK") else picture.convert("RGB")
    try:
        return ImageCms.profileToProfile(
            shown, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except ImageCms.PyCMSError:
        return None


def colour_chunks(data):
    """A PNG's chunks about colours, with what is in them, before the palette and the data."""
    chunks = {}
    offset = 8
    while data.startswith(b"\x89PNG") and offset + 12 <= len(data):
        length = int.from_bytes(data[offset:offset + 4], "big")
        kind = data[offset + 4:offset + 8]
        if kind in (b"PLTE", b"IDAT"):
            break
        if kind in COLOURS:
            chunks.setdefault(kind, data[offset + 8:offset + 8 + length])
        offset += 12 + length
    return chunks


def differences(uploaded, stored, answer):
    """What differs between the bytes of a picture and of its stored form."""
    before, after = (Image.open(io.BytesIO(data)) for data in (uploaded, stored))
    if before.size != after.size or before.size != (answer["width"], answer["height"]):
        yield f"size {before.size}, {after.size}, answered {answer['width']}x{answer['height']}"
        return
    turns = orientation(before), orientation(after), answer.get("orientation", 1)
    if len(set(turns)) > 1:
        yield "orientation {}, stored {}, answered {}".format(*turns)
    if getattr(before, "n_frames", 1) != getattr(after, "n_frames", 1):
        yield "number of frames"
        return
    for number, (one, other) in enumerate(zip(frames(before), frames(after))):
        if one.tobytes() != other.tobytes():
            yield f"pixels of frame {number}"
            break
    if colour_chunks(uploaded) != colour_chunks(stored):
        yield "chunks about colours"
    profiles = before.info.get("icc_profile"), after.info.get("icc_profile")
    if profiles[0]:
        shown = in_srgb(before, profiles[0])
        kept = in_srgb(after, profiles[1]) if profiles[1] else None
        if shown and not kept:
            yield "profile dropped"
        elif shown and ImageChops.difference(shown, kept).getbbox():
            yield "colours by the profile"
    elif bool(profiles[1]) != is_adobe_rgb(before):
        yield "a profile that was not there" if profiles[1] else "Adobe RGB dropped"


def is_leftover(group, tag, value):
    if group not in KNOWN or tag in PROFILE and value != PROFILE[tag]:
        return True
    return KNOWN[group] is not None and tag not in KNOWN[group]


def leftovers(stored):
    """The metadata that ExifTool finds in stored bytes, and nobody should."""
    path = SCRATCH / "picture"
    path.write_bytes(stored)
    found = subprocess.run(
        ["exiftool", "-json", "-a", "-u", "-G1", "-n", str(path)],
        stdout=subprocess.PIPE,
        check=False,
    )
    for name, value in json.loads(found.stdout or b"[{}]")[0].items():
        group, _, tag = name.rpartition(":")
        if group and is_leftover(group, tag, value):
            yield f"{name} = {str(value)[:60]!r}"


def check(path, client, counts):
    data = path.read_bytes()
    name = path.relative_to(DIRECTORY)

    def note(kind, what):
        counts[kind] += 1
        print(f"{kind}: {name}: {what}")

    try:
        with Image.open(io.BytesIO(data)) as picture:
            kind = TYPES.get(picture.format)
    except Exception:  # Pillow throws all kinds of errors.
        kind = None
    counts["files"] += 1
    status, body = client.ask("POST", "/v1/media", data, kind or "application/octet-stream")
    if status != 201:
        note("refused" if status else "failed", reason(status, body))
        return
    answer = json.loads(body)
    status, stored = client.ask("GET", answer["url"])
    if status != 200:
        note("failed", reason(status, stored))
        return
    try:
        for what in differences(data, stored, answer):
            note("different", what)
    except (OSError, SyntaxError, ValueError) as error:
        # What Pillow raises for what it cannot read.
        note("unread", f"{error!r}")
    for what in leftovers(stored):
        note("left over", what)


def main():
    client = Client()
    counts = collections.Counter()
    for path in sorted(DIRECTORY.rglob("*")):
        if path.is_file():
            check(path, client, counts)
    kinds = ["files", "refused", "unread", "failed", "different", "left over"]
    print(", ".join(f"{kind}: {counts[kind]}" for kind in kinds))
    sys.exit(1 if counts["failed"] or counts["different"] or counts["left over"] else 0)


main()
