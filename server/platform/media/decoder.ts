import type { Metadata, Sharp } from 'sharp'
import { UnusableFileError } from './unusable-file.ts'

export interface MediaFile {
  suffix: string
  bytes: Buffer
}

export const maxImageBytes = 10 * 1024 * 1024
const maxPixels = 64_000_000
/** sharp's format names; AVIF is reported as its container, heif. */
const acceptedFormats: readonly string[] = ['png', 'jpeg', 'webp', 'heif', 'gif']

/** Loaded on first use. */
export const loadSharp = async () => (await import('sharp')).default

export interface OpenImage {
  image: Sharp
  /** Measured after EXIF rotation. */
  width: number
  height: number
}

/** Detects the format by content and applies EXIF rotation, but does not decode yet. @throws {UnusableFileError} */
export async function openImage(
  bytes: Buffer,
  { minWidth, minHeight }: { minWidth: number; minHeight: number },
): Promise<OpenImage> {
  const sharp = await loadSharp()
  // The sharp constructor throws on empty input.
  const image =
    bytes.length > 0 && sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true })
  const metadata = image ? await image.metadata().catch(() => undefined) : undefined
  if (!image || !metadata || !acceptedFormats.includes(metadata.format))
    throw new UnusableFileError('it is not a supported image: save it as JPEG or PNG (also WebP, AVIF, GIF)')
  const size = metadata.autoOrient
  requireSize(metadata, size, { minWidth, minHeight })
  return { image, ...size }
}

function requireSize(
  metadata: Metadata,
  { width, height }: Metadata['autoOrient'],
  { minWidth, minHeight }: { minWidth: number; minHeight: number },
): void {
  const size = `it has ${width} × ${height} pixels`
  if (metadata.width * metadata.height > maxPixels)
    throw new UnusableFileError(`${size}, more than 64 million`)
  if (width < minWidth || height < minHeight)
    throw new UnusableFileError(`${size}; it needs at least ${minWidth} × ${minHeight}`)
}

/** @throws {UnusableFileError} */
export async function withDecodeError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new UnusableFileError('the image is damaged: open it and save it again')
  }
}
