import type { Sharp } from 'sharp'
import { type CoverFormat, coverFormats, coverWidths, getCoverFileName } from '#contract/portal/covers.ts'
import { loadSharp, type MediaFile, openImage, withDecodeError } from './decoder.ts'

const minCoverSize = { minWidth: 96, minHeight: 96 }
const minLogoSize = { minWidth: 16, minHeight: 16 }
const logoSize = { width: 240, height: 80 }

/** Hashed into file names: change it whenever the processing changes. */
export const trackImageVersion = 'pictures 1'

export const coverSuffixes: readonly string[] = coverWidths.flatMap((width) =>
  coverFormats.map((format) => getCoverFileName('', width, format)),
)
export const logoSuffixes: readonly string[] = ['.png']

const encoders: Record<CoverFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 3 }),
  webp: (image) => image.webp({ quality: 78, effort: 5 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
}

/** Center square on white, EXIF-rotated, stripped of metadata, in every size and format. @throws {UnusableFileError} */
export async function createCovers(bytes: Buffer): Promise<MediaFile[]> {
  const sharp = await loadSharp()
  const { data, info } = await cropToSquare(bytes, Math.max(...coverWidths))
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

async function cropToSquare(bytes: Buffer, width: number) {
  const { image } = await openImage(bytes, minCoverSize)
  return withDecodeError(() =>
    image
      .resize(width, width, { fit: 'cover', position: 'center' })
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

/** Keeps aspect ratio and transparency. @throws {UnusableFileError} */
export async function createLogo(bytes: Buffer): Promise<MediaFile[]> {
  const { image } = await openImage(bytes, minLogoSize)
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
  void (await cropToSquare(bytes, minCoverSize.minWidth))
