import type { Sharp } from 'sharp'
import type { PictureFormat } from '#contract/portal/site-home.ts'
import { loadSharp, type MediaFile, openImage, withDecodeError } from './decoder.ts'
import { isSvg, openSvg } from './svg.ts'
import { UnusableFileError } from './unusable-file.ts'

/** Both the folders of MEDIA_DIR and the URL segments below /api/media. */
export const siteImageKinds = ['site-logos', 'favicons', 'site-pictures', 'share-pictures'] as const
export type SiteImageKind = (typeof siteImageKinds)[number]

/** Hashed into file names: change it whenever the processing changes. */
export const siteImageVersion = 'site images 1'

export interface SiteImage {
  files: MediaFile[]
  /** Width of the largest file. */
  width: number
  height: number
  /** Widths of a picture's files in each format; empty for other images. */
  widths: number[]
}

export const faviconSizes = [32, 180, 512] as const
export const getFaviconSuffix = (size: (typeof faviconSizes)[number]) => `-${size}.png`
export const pictureWidths = [480, 800, 1200, 1600] as const
export const getPictureSuffix = (width: number, format: PictureFormat) => `-${width}.${format}`

export const siteImageCreators: Record<SiteImageKind, (bytes: Buffer) => Promise<SiteImage>> = {
  'site-logos': createLogo,
  favicons: createFavicon,
  'site-pictures': createPicture,
  'share-pictures': createSharePicture,
}

/** Drawn up to 46 CSS pixels high, on screens with up to three pixels for each. */
const logoHeight = 138
const minLogoSize = { minWidth: 40, minHeight: 40 }
const maxLogoRatio = 8

/** Keeps transparency; lossless. @throws {UnusableFileError} */
async function createLogo(bytes: Buffer): Promise<SiteImage> {
  const image = isSvg(bytes)
    ? await openSvg(bytes, logoHeight)
    : (await openImage(refuseCompressed(bytes), minLogoSize)).image
  const { data, info } = await withDecodeError(() =>
    image
      .resize({ height: logoHeight, withoutEnlargement: true })
      .toColorspace('srgb')
      .webp({ lossless: true, effort: 6 })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = info
  if (width > maxLogoRatio * height)
    throw new UnusableFileError(
      `it is ${(width / height).toFixed(1)} times as wide as high: at most ${maxLogoRatio}`,
    )
  return { files: [{ suffix: '.webp', bytes: data }], width, height, widths: [] }
}

const minFaviconSize = { minWidth: 64, minHeight: 64 }
const largestFavicon = Math.max(...faviconSizes)

/** @throws {UnusableFileError} */
async function createFavicon(bytes: Buffer): Promise<SiteImage> {
  const image = isSvg(bytes) ? await openSvg(bytes, largestFavicon) : await openSquare(bytes)
  const { data, info } = await withDecodeError(() =>
    image.toColorspace('srgb').png().toBuffer({ resolveWithObject: true }),
  )
  if (Math.abs(info.width - info.height) > info.height / 50)
    throw new UnusableFileError(`it has ${info.width} × ${info.height} pixels: make it square`)
  const sharp = await loadSharp()
  const files: MediaFile[] = []
  for (const size of faviconSizes) {
    const resized = sharp(data).resize(size, size, { fit: 'fill' }).png({ compressionLevel: 9 })
    files.push({ suffix: getFaviconSuffix(size), bytes: await resized.toBuffer() })
  }
  return { files, width: largestFavicon, height: largestFavicon, widths: [] }
}

const openSquare = async (bytes: Buffer): Promise<Sharp> =>
  (await openImage(refuseCompressed(bytes), minFaviconSize)).image

/** Limit of each file. */
const maxPictureBytes = 60_000
const minPictureSize = { minWidth: 800, minHeight: 200 }
const minPictureRatio = 3 / 2
/** Allows for sizes in pixels that are not exactly 3:2. */
const ratioTolerance = 0.02

const encoders: Record<PictureFormat, (image: Sharp, quality: number) => Sharp> = {
  avif: (image, quality) => image.avif({ quality, effort: 3 }),
  webp: (image, quality) => image.webp({ quality, effort: 4 }),
}
/** The best that fits is taken; below the last, pictures look worse than smaller ones. */
const qualities: Record<PictureFormat, readonly [number, ...number[]]> = {
  avif: [60, 50, 42, 34],
  webp: [80, 68, 56, 44],
}
/** The cheapest to compute first: what does not fit in one format is not needed in the other. */
const encodingOrder: readonly PictureFormat[] = ['webp', 'avif']

/** Encodes the widths in which both formats are small enough, the smallest two at least. @throws {UnusableFileError} */
async function createPicture(bytes: Buffer): Promise<SiteImage> {
  const source = await openImage(refuseCompressed(bytes), minPictureSize)
  if (source.width < source.height * (minPictureRatio - ratioTolerance))
    throw new UnusableFileError(`it has ${source.width} × ${source.height} pixels: crop it to 3:2 or wider`)
  const sourceWidths = pictureWidths.filter((width) => width <= source.width)
  const { data, info } = await withDecodeError(() =>
    source.image
      .resize({ width: Math.max(...sourceWidths) })
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const sharp = await loadSharp()
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const picture: SiteImage = { files: [], width: 0, height: 0, widths: [] }
  for (const width of sourceWidths) {
    const height = Math.round((width * info.height) / info.width)
    const files = await encodeFormats(sharp(data, { raw }).resize(width, height), width)
    if (!files) break
    picture.files.push(...files)
    picture.widths.push(width)
    Object.assign(picture, { width, height })
  }
  if (picture.widths.length < 2)
    throw new UnusableFileError(
      `it has too much detail to be ${maxPictureBytes / 1000} kB small at ${sourceWidths[picture.widths.length]} pixels: use a calmer picture`,
    )
  return picture
}

async function encodeFormats(image: Sharp, width: number): Promise<MediaFile[] | null> {
  const files: MediaFile[] = []
  for (const format of encodingOrder) {
    const bytes = await encodeWithin(image, format)
    if (!bytes) return null
    files.push({ suffix: getPictureSuffix(width, format), bytes })
  }
  return files
}

/** The lowest quality second: it tells at once that none fits. */
async function encodeWithin(image: Sharp, format: PictureFormat): Promise<Buffer | null> {
  const encode = async (quality: number): Promise<Buffer | null> => {
    const bytes = await encoders[format](image.clone(), quality).toBuffer()
    return bytes.length <= maxPictureBytes ? bytes : null
  }
  const [best, ...others] = qualities[format]
  const first = await encode(best)
  const last = first ?? (await encode(others.at(-1) ?? best))
  if (first || !last) return last
  for (const quality of others.slice(0, -1)) {
    const bytes = await encode(quality)
    if (bytes) return bytes
  }
  return last
}

const shareSize = { width: 1200, height: 630 }

/** @throws {UnusableFileError} */
async function createSharePicture(bytes: Buffer): Promise<SiteImage> {
  const { width, height } = shareSize
  const source = await openImage(refuseCompressed(bytes), { minWidth: width, minHeight: height })
  const ratio = width / height
  if (Math.abs(source.width / source.height - ratio) > ratio * ratioTolerance)
    throw new UnusableFileError(
      `it has ${source.width} × ${source.height} pixels: make it ${width} × ${height}, or larger in the same proportions`,
    )
  const jpeg = await withDecodeError(() =>
    source.image
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer(),
  )
  return { files: [{ suffix: '.jpg', bytes: jpeg }], width, height, widths: [] }
}

/** libvips would unpack a compressed SVG by itself. @throws {UnusableFileError} */
function refuseCompressed(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new UnusableFileError('it is compressed: unpack it first (.svgz becomes .svg)')
  return bytes
}
