import type { Metadata, Sharp } from 'sharp'
import { type CoverFormat, coverFile, coverFormats, coverWidths } from '#contract/covers.ts'
import { type PictureKind, pictureKindOf } from './kinds.ts'
import { FileUnfit } from './named-file.ts'

/** A picture made of another: what follows the beginning of its file's name, and its content. */
export interface MadeFile {
  ending: string
  bytes: Buffer
}

export const mostPictureBytes = 10 * 1024 * 1024
const mostPixels = 64_000_000
const leastCover = 96
const leastLogo = 16
const logo = { width: 240, height: 80 }
const taken: readonly PictureKind[] = ['png', 'jpeg', 'webp', 'avif', 'gif']

/** Named in what is made, so that another way of making does not take old files for its own. */
export const pictureRecipe = 'pictures 1'

export const coverEndings: readonly string[] = coverWidths.flatMap((width) =>
  coverFormats.map((format) => coverFile('', width, format)),
)
export const logoEndings: readonly string[] = ['.png']

/** Only whoever has pictures to make needs it. */
const load = async () => (await import('sharp')).default

const encode: Record<CoverFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 5 }),
  jpg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
}

/**
 * The covers of all sizes and formats: the middle square, upright, on white, without anything that the file tells besides.
 * @throws {FileUnfit}
 */
export async function makeCovers(bytes: Buffer): Promise<MadeFile[]> {
  const sharp = await load()
  const largest = Math.max(...coverWidths)
  const { data, info } = await squared(await opened(bytes, leastCover), largest)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const made: MadeFile[] = []
  for (const width of coverWidths) {
    for (const format of coverFormats) {
      const picture = sharp(data, { raw }).resize(width, width)
      made.push({ ending: coverFile('', width, format), bytes: await encode[format](picture).toBuffer() })
    }
  }
  return made
}

const squared = (picture: Sharp, width: number) =>
  decoded(() =>
    picture
      .resize(width, width, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )

/** The logo in the size in which it is shown, with its shape and what is transparent in it. @throws {FileUnfit} */
export async function makeLogo(bytes: Buffer): Promise<MadeFile[]> {
  const picture = await opened(bytes, leastLogo)
  const png = await decoded(() =>
    picture
      .resize({ ...logo, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
  return [{ ending: '.png', bytes: png }]
}

/** Reads the picture whole, and makes nothing of it. @throws {FileUnfit} */
export const checkCover = async (bytes: Buffer): Promise<void> =>
  void (await squared(await opened(bytes, leastCover), leastCover))

async function opened(bytes: Buffer, least: number): Promise<Sharp> {
  const kind = pictureKindOf(bytes)
  if (kind === 'svg') throw new FileUnfit('a drawing (SVG) is not taken: save it as PNG')
  if (!kind || !taken.includes(kind))
    throw new FileUnfit('it is not a picture that is taken: save it as JPEG or PNG (also WebP, AVIF, GIF)')
  const sharp = await load()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true })
  requireSize(await decoded(() => picture.metadata()), least)
  return picture
}

function requireSize({ width, height }: Metadata, least: number): void {
  const size = `it has ${width} × ${height} pixels`
  if (width * height > mostPixels) throw new FileUnfit(`${size}: at most 64 million are taken`)
  if (Math.min(width, height) < least) throw new FileUnfit(`${size}: at least ${least} each way are needed`)
}

async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new FileUnfit('the picture is damaged: open it and save it anew')
  }
}
