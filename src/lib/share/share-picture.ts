import sharp from 'sharp'
import type { Locale } from '#contract/platform/locale.ts'
import { brandArea, canDrawName, fillShareTemplate, type ShareBrand } from './share-template.ts'
import type { Typefaces } from './typeface.ts'

export const sharePngOptions = { palette: true, colors: 96, compressionLevel: 9, effort: 4 } as const
const maxSeconds = 10

export interface SharePicture {
  readonly template: string
  readonly brand: ShareBrand
  readonly locale: Locale
  /** Reads the site's logo, which is drawn if the name cannot be. */
  readonly readLogo?: (() => Promise<Buffer>) | undefined
}

/** Renders a PNG with few colors. @throws {Error} if it takes too long */
export async function renderSharePicture(
  { template, brand, locale, readLogo }: SharePicture,
  typefaces: Typefaces,
): Promise<Buffer<ArrayBuffer>> {
  const image = sharp(Buffer.from(fillShareTemplate(template, brand, typefaces, locale)))
  const logo = canDrawName(brand.name, typefaces, locale)
    ? undefined
    : await readLogo?.().catch(() => undefined)
  if (logo) image.composite([{ input: await fitLogo(logo), left: brandArea.x, top: brandArea.y }])
  const bytes = await image.timeout({ seconds: maxSeconds }).png(sharePngOptions).toBuffer()
  return Buffer.from(bytes)
}

const fitLogo = (logo: Buffer) =>
  sharp(logo)
    .resize({ ...pickSize(brandArea), fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()

const pickSize = ({ width, height }: typeof brandArea) => ({ width, height })
