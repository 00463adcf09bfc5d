import { createHash } from 'node:crypto'
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { isHomePath } from '#contract/design.ts'
import { isLocale, type Locale } from '#contract/locale.ts'
import { renderShareImage, type ShareText } from './share-image-svg.ts'
import { findMissingCharacters, readTypefaces, type Typeface } from './typeface.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )

const findMetaContent = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]

interface SharedPage extends Omit<ShareText, 'section'> {
  readonly picture: string
  readonly view: string
}

export function parseSharedPage(html: string): SharedPage | undefined {
  const image = findMetaContent(html, 'og:image')
  const picture = image && /^https?:\/\/[^/]+\/(share\/.+\.png)$/.exec(decodeEntities(image))?.[1]
  if (!picture) return undefined
  const locale = /<html lang="([\w-]+)"/.exec(html)?.[1]
  const title = findMetaContent(html, 'og:title')
  if (!isLocale(locale) || !title) throw new Error(`The page of ${picture} has no language or no og:title`)
  const view = /^share\/[\w-]+\/([\w-]+)/.exec(picture)?.[1] ?? ''
  return { picture, locale, title: decodeEntities(title), view }
}

async function readSection(root: URL, locale: Locale, view: string): Promise<string | undefined> {
  if (view !== 'guides' && view !== 'musics') return undefined
  const texts = JSON.parse(await readFile(new URL(`src/locales/${locale}/shell.json`, root), 'utf8'))
  return texts.views[view]
}

async function readPages(folder: URL): Promise<SharedPage[]> {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: fileURLToPath(folder) }))
  const pages = await Promise.all(
    files
      // Homes of all designs share the picture of the default one.
      .filter((file) => !isHomePath(`/${file}`))
      .sort()
      .map(async (file) => parseSharedPage(await readFile(new URL(file, folder), 'utf8'))),
  )
  return pages.filter((page) => page !== undefined)
}

const describeMissingCharacters = (
  { picture, ...text }: ShareText & { picture: string },
  typeface: Typeface,
) =>
  findMissingCharacters(`${text.section ?? ''}${text.title}`, typeface).map(
    (character) =>
      `${picture} has “${character}” (U+${character.codePointAt(0)?.toString(16).toUpperCase()}) in “${text.title}”`,
  )

const pngOptions = { palette: true, colors: 64, compressionLevel: 9, effort: 4 } as const

/** Cached across builds by content. */
async function renderImageFile(svg: string, cache: URL): Promise<URL> {
  const hash = createHash('sha256').update(JSON.stringify(pngOptions)).update(svg).digest('hex').slice(0, 32)
  const file = new URL(`${hash}.png`, cache)
  const cached = await readFile(file).catch(() => undefined)
  if (!cached) await writeFile(file, await sharp(Buffer.from(svg)).png(pngOptions).toBuffer())
  return file
}

/** Renders the images that built pages reference as `og:image`. `root` is the project's folder. */
export async function renderShareImages(folder: URL, root: URL): Promise<number> {
  const typefaces = await readTypefaces(root)
  const cache = new URL('.cache/share/', root)
  await mkdir(cache, { recursive: true })
  const pages = await Promise.all(
    (await readPages(folder)).map(async (page) => ({
      ...page,
      section: await readSection(root, page.locale, page.view),
    })),
  )
  const problems = pages.flatMap((page) => describeMissingCharacters(page, typefaces[page.locale]))
  if (problems.length > 0)
    throw new Error(`Characters without an outline: run \`npm run glyphs\`.\n${problems.join('\n')}`)
  await Promise.all(
    pages.map(async (page) => {
      const target = new URL(page.picture, folder)
      await mkdir(new URL('.', target), { recursive: true })
      await copyFile(await renderImageFile(renderShareImage(page, typefaces[page.locale]), cache), target)
    }),
  )
  return pages.length
}

export function shareImages(): AstroIntegration {
  let root: URL
  return {
    name: 'share-images',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root
      },
      'astro:build:done': async ({ dir, logger }) => {
        logger.info(`${await renderShareImages(dir, root)} pictures`)
      },
    },
  }
}
