import type { Metadata, Sharp } from 'sharp'
import { type CoverFormat, coverFormats, coverWidths, getCoverFileName } from '#contract/covers.ts'
import { UnusableFileError } from './source-file.ts'

export interface MediaFile {
  suffix: string
  bytes: Buffer
}

export const maxImageBytes = 10 * 1024 * 1024
const maxPixels = 64_000_000
const minCoverSize = 96
const minLogoSize = 16
const logoSize = { width: 240, height: 80 }
/** sharp's format names; AVIF is reported as its container, heif. */
const acceptedFormats: readonly string[] = ['png', 'jpeg', 'webp', 'heif', 'gif']

/** Hashed into file names: change it whenever the processing changes. */
export const imageProcessingVersion = 'pictures 1'

export const coverSuffixes: readonly string[] = coverWidths.flatMap((width) =>
  coverFormats.map((format) => getCoverFileName('', width, format)),
)
export const logoSuffixes: readonly string[] = ['.png']

const loadSharp = async () => (await import('sharp')).default

const encoders: Record<CoverFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 3 }),
  webp: (image) => image.webp({ quality: 78, effort: 5 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
}

/** Center square on white, EXIF-rotated, stripped of metadata, in every size and format. @throws {UnusableFileError} */
export async function createCovers(bytes: Buffer): Promise<MediaFile[]> {
  const sharp = await loadSharp()
  const largest = Math.max(...coverWidths)
  const { data, info } = await cropToSquare(await openImage(bytes, minCoverSize), largest)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: MediaFile[] = []
  for (const width of coverWidths) {
    for (const format of coverFormats) {
      const image = sharp(data, { raw }).resize(width, width)
      files.push({
        suffix: getCoverFileName('', width, format),
        bytes: await encoders[format](image).toBuffer(),
      })
    }
  }
  return files
}

const cropToSquare = (image: Sharp, width: number) =>
  withDecodeError(() =>
    image
      .resize(width, width, { fit: 'cover', position: 'center' })
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )

/** Keeps aspect ratio and transparency. @throws {UnusableFileError} */
export async function createLogo(bytes: Buffer): Promise<MediaFile[]> {
  const image = await openImage(bytes, minLogoSize)
  const png = await withDecodeError(() =>
    image
      .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
  return [{ suffix: '.png', bytes: png }]
}

/** Decodes the whole image. @throws {UnusableFileError} */
export const validateCover = async (bytes: Buffer): Promise<void> =>
  void (await cropToSquare(await openImage(bytes, minCoverSize), minCoverSize))

async function openImage(bytes: Buffer, minSize: number): Promise<Sharp> {
  const sharp = await loadSharp()
  // The sharp constructor throws on empty input.
  const image =
    bytes.length > 0 && sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true })
  const metadata = image ? await image.metadata().catch(() => undefined) : undefined
  if (!image || !metadata || !acceptedFormats.includes(metadata.format))
    throw new UnusableFileError('it is not a supported image: save it as JPEG or PNG (also WebP, AVIF, GIF)')
  requireSize(metadata, minSize)
  return image
}

function requireSize({ width, height }: Metadata, minSize: number): void {
  const size = `it has ${width} × ${height} pixels`
  if (width * height > maxPixels) throw new UnusableFileError(`${size}, more than 64 million`)
  if (Math.min(width, height) < minSize)
    throw new UnusableFileError(`${size}; it needs at least ${minSize} × ${minSize}`)
}

async function withDecodeError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new UnusableFileError('the image is damaged: open it and save it again')
  }
}
