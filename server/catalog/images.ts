import type { Metadata, Sharp } from 'sharp'
import { type CoverFormat, coverFormats, coverWidths, getCoverFileName } from '#contract/covers.ts'
import { detectImageType, type ImageType } from './file-type.ts'
import { UnusableFileError } from './source-file.ts'

/** A picture made of another: what follows the beginning of its file's name, and its content. */
export interface MediaFile {
  suffix: string
  bytes: Buffer
}

export const maxImageBytes = 10 * 1024 * 1024
const maxPixels = 64_000_000
const minCoverSize = 96
const minLogoSize = 16
const logoSize = { width: 240, height: 80 }
const acceptedTypes: readonly ImageType[] = ['png', 'jpeg', 'webp', 'avif', 'gif']

/** Named in what is made, so that another way of making does not take old files for its own. */
export const imageProcessingVersion = 'pictures 1'

export const coverSuffixes: readonly string[] = coverWidths.flatMap((width) =>
  coverFormats.map((format) => getCoverFileName('', width, format)),
)
export const logoSuffixes: readonly string[] = ['.png']

/** Only whoever has pictures to make needs it. */
const loadSharp = async () => (await import('sharp')).default

const encoders: Record<CoverFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 5 }),
  jpg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
}

/**
 * The covers of all sizes and formats: the middle square, upright, on white, without anything that the file tells besides.
 * @throws {UnusableFileError}
 */
export async function createCovers(bytes: Buffer): Promise<MediaFile[]> {
  const sharp = await loadSharp()
  const largest = Math.max(...coverWidths)
  const { data, info } = await cropToSquare(await openImage(bytes, minCoverSize), largest)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: MediaFile[] = []
  for (const width of coverWidths) {
    for (const format of coverFormats) {
      const picture = sharp(data, { raw }).resize(width, width)
      files.push({
        suffix: getCoverFileName('', width, format),
        bytes: await encoders[format](picture).toBuffer(),
      })
    }
  }
  return files
}

const cropToSquare = (picture: Sharp, width: number) =>
  withDecodeError(() =>
    picture
      .resize(width, width, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )

/** The logo in the size in which it is shown, with its shape and what is transparent in it. @throws {UnusableFileError} */
export async function createLogo(bytes: Buffer): Promise<MediaFile[]> {
  const picture = await openImage(bytes, minLogoSize)
  const png = await withDecodeError(() =>
    picture
      .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
  return [{ suffix: '.png', bytes: png }]
}

/** Reads the picture whole, and makes nothing of it. @throws {UnusableFileError} */
export const validateCover = async (bytes: Buffer): Promise<void> =>
  void (await cropToSquare(await openImage(bytes, minCoverSize), minCoverSize))

async function openImage(bytes: Buffer, minSize: number): Promise<Sharp> {
  const kind = detectImageType(bytes)
  if (kind === 'svg') throw new UnusableFileError('a drawing (SVG) is not taken: save it as PNG')
  if (!kind || !acceptedTypes.includes(kind))
    throw new UnusableFileError(
      'it is not a picture that is taken: save it as JPEG or PNG (also WebP, AVIF, GIF)',
    )
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true })
  requireSize(await withDecodeError(() => picture.metadata()), minSize)
  return picture
}

function requireSize({ width, height }: Metadata, minSize: number): void {
  const size = `it has ${width} × ${height} pixels`
  if (width * height > maxPixels) throw new UnusableFileError(`${size}: at most 64 million are taken`)
  if (Math.min(width, height) < minSize)
    throw new UnusableFileError(`${size}: at least ${minSize} each way are needed`)
}

async function withDecodeError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new UnusableFileError('the picture is damaged: open it and save it anew')
  }
}
