"""Makes pictures as phones, cameras and editors do. Run by deploy/check-pictures:

    sample-pictures.py DIR

Writes at least 200 small files with Pillow, ImageMagick, cwebp, ExifTool and ffmpeg: each format, kind of
samples and way of coding that they offer, with orientations, profiles and personal metadata.
"""

import pathlib
import subprocess
import sys

from PIL import Image, ImageCms, PngImagePlugin

DIRECTORY = pathlib.Path(sys.argv[1])
SIZE = (96, 64)
ORIENTATIONS = range(1, 9)
TURN, MAKER, MODEL, OWNER = 0x0112, 0x010F, 0x0110, 0xA430
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
    b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="Somebody"/></rdf:RDF></x:xmpmeta>'
)
# Metadata that ExifTool writes into JPEG and PNG. Debian 12's cannot write WebP.
PERSONAL = {
    "place": ["-EXIF:GPSLatitude=48.1", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=11.5"],
    "camera": ["-EXIF:SerialNumber=123456", "-EXIF:LensSerialNumber=654321", "-EXIF:Make=Maker"],
    "names": ["-EXIF:Artist=Somebody", "-EXIF:OwnerName=Somebody", "-EXIF:Copyright=Somebody"],
    "times": ["-EXIF:DateTimeOriginal=2026:05:01 10:00:00", "-EXIF:OffsetTime=+02:00"],
    "xmp": ["-XMP:Creator=Somebody", "-XMP:Location=Home", "-XMP:Rating=5"],
    "comment": ["-EXIF:UserComment=Somebody was here", "-EXIF:ImageDescription=Home"],
}


def gradient(mode="RGB", shift=0):
    """A picture of which each corner differs, so that turning it shows."""
    picture = Image.new("RGBA", SIZE)
    width, height = SIZE
    picture.putdata([
        ((x * 255 // width + shift) % 256, y * 255 // height, (x * y) % 256, 255 - x)
        for y in range(height)
        for x in range(width)
    ])
    if mode == "I;16":
        grey = Image.new("I;16", SIZE)
        grey.putdata([(x * 601 + y * 97) % 65536 for y in range(height) for x in range(width)])
        return grey
    if mode == "CMYK":
        return picture.convert("RGB").convert("CMYK")
    if mode == "PA":
        palette = picture.quantize(32, method=Image.Quantize.FASTOCTREE)
        palette.info["transparency"] = 0
        return palette
    return picture.convert("RGB").convert(mode) if mode in "1LP" else picture.convert(mode)


def exif(orientation=1):
    tags = Image.Exif()
    tags[TURN], tags[MAKER], tags[MODEL], tags[OWNER] = orientation, "Maker", "Model", "Somebody"
    return tags.tobytes()


def run(*words):
    subprocess.run(
        list(map(str, words)), check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )


def by_pillow():
    def save(name, picture, **options):
        picture.save(DIRECTORY / f"pillow-{name}", **options)

    for mode in ("RGB", "L", "CMYK"):
        for turn in ORIENTATIONS:
            save(f"{mode}-turned-{turn}.jpg", gradient(mode), exif=exif(turn))
    for sampling in range(3):
        for progressive in (False, True):
            name = f"sampled-{sampling}-{'progressive' if progressive else 'baseline'}.jpg"
            save(name, gradient(), subsampling=sampling, progressive=progressive, quality=85)
    save("profile.jpg", gradient(), icc_profile=SRGB)
    save("large-profile.jpg", gradient(), icc_profile=SRGB + bytes(70_000))
    save("comment.jpg", gradient(), comment=b"Somebody")
    save("density.jpg", gradient(), dpi=(300, 300))

    text = PngImagePlugin.PngInfo()
    text.add_text("Author", "Somebody")
    text.add_itxt("XML:com.adobe.xmp", XMP.decode())
    for mode in ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "I;16"):
        name = mode.replace(";", "")
        save(f"{name}.png", gradient(mode))
        save(f"{name}-text.png", gradient(mode), pnginfo=text)
        save(f"{name}-turned.png", gradient(mode), exif=exif(6))
    for mode in ("RGB", "RGBA", "P"):
        save(f"{mode}-profile.png", gradient(mode), icc_profile=SRGB)
    moving = [gradient("RGBA", shift) for shift in (80, 160)]
    save("moving.png", gradient("RGBA"), save_all=True, append_images=moving, duration=90)

    for mode in ("RGB", "RGBA"):
        for lossless in (False, True):
            name = f"{mode}-{'lossless' if lossless else 'lossy'}"
            save(f"{name}.webp", gradient(mode), lossless=lossless)
            save(f"{name}-turned.webp", gradient(mode), lossless=lossless, exif=exif(8))
            save(f"{name}-profile.webp", gradient(mode), lossless=lossless, icc_profile=SRGB)
            save(f"{name}-xmp.webp", gradient(mode), lossless=lossless, xmp=XMP)
    save("moving.webp", gradient("RGBA"), save_all=True, append_images=moving, duration=90)


def by_imagemagick(source, profile):
    def convert(name, *options):
        run("convert-im6", source, *options, DIRECTORY / f"imagemagick-{name}")

    kinds = ["Grayscale", "GrayscaleAlpha", "Palette", "TrueColor", "TrueColorAlpha"]
    for kind in kinds:
        colours = ["-colors", 64] if kind == "Palette" else []
        for interlace in ("none", "PNG"):
            for depth in (8, 16):
                name = f"{kind}-{interlace}-{depth}.png"
                convert(name, *colours, "-type", kind, "-interlace", interlace, "-depth", depth)
    for sampling in ("4:4:4", "4:2:2", "4:2:0", "4:1:1"):
        for interlace in ("none", "JPEG"):
            name = f"{sampling.replace(':', '')}-{interlace}.jpg"
            convert(name, "-sampling-factor", sampling, "-interlace", interlace, "-quality", 70)
    for form in ("jpg", "png", "webp"):
        convert(f"profile.{form}", "-profile", profile)
        convert(f"comment.{form}", "-set", "comment", "Somebody", "-density", 300)


def by_cwebp(plain, tagged):
    codings = {
        "low": ["-q", 10], "high": ["-q", 95], "lossless": ["-lossless"],
        "near": ["-near_lossless", 40], "sharp": ["-sharp_yuv"], "alpha": ["-alpha_q", 20],
    }
    for name, options in codings.items():
        for source in (plain, tagged):
            target = DIRECTORY / f"cwebp-{name}-{source.suffix[1:]}.webp"
            run("cwebp", "-quiet", *options, "-metadata", "all", source, "-o", target)
    for source in DIRECTORY.glob("exiftool-*.jpg"):
        target = DIRECTORY / f"cwebp-{source.stem}.webp"
        run("cwebp", "-quiet", "-metadata", "all", source, "-o", target)


def by_exiftool(sources):
    def write(source, name, *options):
        target = DIRECTORY / f"exiftool-{name}{source.suffix}"
        run("exiftool", "-q", "-n", *options, "-o", target, source)

    for source in sources:
        for turn in ORIENTATIONS:
            write(source, f"turned-{turn}", f"-EXIF:Orientation={turn}", "-EXIF:Make=Maker")
        for name, options in PERSONAL.items():
            write(source, name, *options)
        write(source, "all", *(option for options in PERSONAL.values() for option in options))
    jpeg = sources[0]
    write(jpeg, "iptc", "-IPTC:By-line=Somebody", "-IPTC:City=Home")
    write(jpeg, "thumbnail", f"-EXIF:ThumbnailImage<={jpeg}")
    write(jpeg, "adobe-rgb", "-EXIF:ColorSpace=65535", "-EXIF:InteropIndex=R03")
    write(jpeg, "srgb", "-EXIF:ColorSpace=1", "-EXIF:InteropIndex=R98")


def by_ffmpeg(source):
    def convert(name, *options):
        run(
            "ffmpeg", "-v", "error", "-i", source, "-frames:v", 1, *options,
            DIRECTORY / f"ffmpeg-{name}",
        )

    for samples in ("yuvj420p", "yuvj422p", "yuvj444p"):
        for quality in (2, 12):
            convert(f"{samples}-{quality}.jpg", "-pix_fmt", samples, "-q:v", quality)
    for samples in ("gray", "ya8", "rgb24", "rgba", "gray16be", "rgb48be", "rgba64be", "pal8"):
        convert(f"{samples}.png", "-pix_fmt", samples)
    colours = {
        "p3": ("smpte432", "iec61966-2-1"), "pq": ("bt2020", "smpte2084"),
        "hlg": ("bt2020", "arib-std-b67"),
    }
    for name, (primaries, transfer) in colours.items():
        tags = ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", "rgb"]
        convert(f"{name}.png", *tags, "-pix_fmt", "rgb48be")
    for name, options in {"lossy": [], "lossless": ["-lossless", 1]}.items():
        convert(f"{name}.webp", "-c:v", "libwebp", *options)
        convert(f"{name}-title.webp", "-c:v", "libwebp", *options, "-metadata", "title=Somebody")
    moving = ["-f", "lavfi", "-i", "testsrc=size=96x64:rate=5:duration=1"]
    for form, options in {"png": ["-f", "apng"], "webp": ["-c:v", "libwebp_anim"]}.items():
        run("ffmpeg", "-v", "error", *moving, *options, DIRECTORY / f"ffmpeg-moving.{form}")


def main():
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    by_pillow()
    plain = {form: DIRECTORY / f"plain.{form}" for form in ("jpg", "png", "webp")}
    for path in plain.values():
        gradient().save(path)
    profile = DIRECTORY / "profile.icc"
    profile.write_bytes(SRGB)
    by_imagemagick(plain["png"], profile)
    profile.unlink()
    by_exiftool([plain["jpg"], plain["png"]])
    by_cwebp(plain["png"], DIRECTORY / "exiftool-all.jpg")
    by_ffmpeg(plain["png"])
    made = sum(1 for _ in DIRECTORY.iterdir())
    if made < 200:
        sys.exit(f"only {made} pictures were made")
    print(f"{made} pictures")


main()
