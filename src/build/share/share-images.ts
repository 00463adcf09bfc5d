import { createHash } from 'node:crypto'
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { readAllTexts, readTexts } from '#build/text-files.ts'
import { isLocale, type Locale } from '#contract/platform/locale.ts'
import { getTemplateFile } from '#contract/portal/hosting.ts'
import { findGuide, listCovers } from '#lib/guides/pictures.ts'
import { parseHtml } from '#lib/page/fill/parse-html.ts'
import { findHomeDesign, findShareFigure } from '#lib/page/prerender/share-image.ts'
import { renderSharePicture, sharePngOptions } from '#lib/share/share-picture.ts'
import { defaultBrand } from '#lib/share/share-template.ts'
import { findMissingCharacters, readTypefaces, type Typeface, type Typefaces } from '#lib/share/typeface.ts'
import { homeWords } from '#lib/texts/home-words.ts'
import type { Strings } from '#lib/texts/translate.ts'
import { parseDrawing } from './share-drawings.ts'
import { renderShareTemplate, type ShareImage } from './share-image-svg.ts'

interface SharedPage {
  readonly picture: string
  readonly locale: Locale
  readonly title: string
  /** `guides/pc-upload`, `home-mcn-2` */
  readonly view: string
}

function parseSharedPage(html: string): SharedPage | undefined {
  const document = parseHtml(html)
  const readMeta = (property: string) =>
    document.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
  const picture = /^https?:\/\/[^/]+\/(share\/.+\.png)$/.exec(readMeta('og:image') ?? '')?.[1]
  if (!picture) return undefined
  const { lang } = document.documentElement
  const title = readMeta('og:title')
  if (!isLocale(lang) || !title) throw new Error(`The page of ${picture} has no language or no og:title`)
  const view = /^share\/[\w-]+\/(.+)\.png$/.exec(picture)?.[1] ?? ''
  return { picture, locale: lang, title, view }
}

const findText = (texts: Strings, key: string): Strings | string | undefined =>
  key
    .split('.')
    .reduce<Strings | string | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      texts,
    )

async function readSection(root: URL, locale: Locale, view: string): Promise<string | undefined> {
  const [section = ''] = view.split('/')
  if (section !== 'guides' && section !== 'musics') return undefined
  const name = findText(await readTexts(root, locale, 'shell'), `views.${section}`)
  return typeof name === 'string' ? name : undefined
}

const words: Readonly<Record<string, string>> = homeWords

/** The home of a design uses its own headline, line by line. */
async function describeFigure(root: URL, { locale, view, title }: SharedPage) {
  const design = findHomeDesign(view)
  const texts = await readAllTexts(root, locale)
  const home = texts.get('home') ?? {}
  const own = texts.get(`home-${design}`) ?? {}
  const findWord = (key: string) => {
    const [namespace = '', path = ''] = words[key]?.split(':') ?? []
    return findText(texts.get(namespace) ?? {}, path)
  }
  const t = (key: string) => {
    const text = findText(own, key) ?? findWord(key) ?? findText(home, key)
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${locale}`)
    return text
  }
  // Lines of a design's headline are never mixed with those of the default one.
  const headline = findText(own, 'headline') ?? findText(home, 'headline')
  const lines = typeof headline === 'object' ? Object.values(headline).map(String) : []
  return { t, title: design === undefined ? title : lines }
}

/** Describes the picture of a page. `folder` is the folder of the built site. */
async function describeImage(folder: URL, root: URL, page: SharedPage): Promise<ShareImage> {
  const { locale, view } = page
  const section = await readSection(root, locale, view)
  const guide = findGuide(`/${view}`)
  if (guide) {
    const covers = listCovers(guide.slug, locale)
    const shows = await Promise.all(
      covers.map(async ({ path }) => parseDrawing(await readFile(new URL(`.${path}`, folder), 'utf8'))),
    )
    return { locale, title: page.title, section, shows, t: (key) => key }
  }
  const shows = findShareFigure(view)
  if (!shows)
    throw new Error(`${page.picture} shows nothing: name a figure in src/lib/page/prerender/share-image.ts`)
  return { locale, section, shows, ...(await describeFigure(root, page)) }
}

async function readPages(folder: URL): Promise<SharedPage[]> {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: fileURLToPath(folder) }))
  const pages = await Promise.all(
    files.sort().map(async (file) => parseSharedPage(await readFile(new URL(file, folder), 'utf8'))),
  )
  return pages.filter((page) => page !== undefined)
}

function describeMissingCharacters(
  picture: string,
  { title, section, shows }: ShareImage,
  typeface: Typeface,
): string[] {
  const drawn = typeof shows === 'string' ? [] : shows.flatMap((drawing) => drawing.texts)
  const texts = [section ?? '', title, drawn].flat()
  return findMissingCharacters(texts.join(''), typeface).map((character) => {
    const text = texts.find((each) => each.includes(character))
    return `${picture} has “${character}” (U+${character.codePointAt(0)?.toString(16).toUpperCase()}) in “${text}”`
  })
}

/** Caches images by content across builds. */
async function renderImageFile(
  template: string,
  locale: Locale,
  { cache, typefaces }: { cache: URL; typefaces: Typefaces },
): Promise<URL> {
  const hash = createHash('sha256')
    .update(JSON.stringify([sharePngOptions, defaultBrand]))
    .update(template)
    .digest('hex')
    .slice(0, 32)
  const file = new URL(`${hash}.png`, cache)
  const cached = await readFile(file).catch(() => undefined)
  if (!cached)
    await writeFile(file, await renderSharePicture({ template, brand: defaultBrand, locale }, typefaces))
  return file
}

/**
 * Renders the images that built pages reference as `og:image`, and next to each a template that servers and
 * `publish-site` fill for a site. `root` is the project's folder.
 */
export async function renderShareImages(folder: URL, root: URL): Promise<number> {
  const typefaces = await readTypefaces(root)
  const cache = new URL('.cache/share/', root)
  await mkdir(cache, { recursive: true })
  const images = await Promise.all(
    (await readPages(folder)).map(async (page) => ({
      picture: page.picture,
      image: await describeImage(folder, root, page),
    })),
  )
  const problems = images.flatMap(({ picture, image }) =>
    describeMissingCharacters(picture, image, typefaces[image.locale]),
  )
  if (problems.length > 0)
    throw new Error(`Characters without an outline: run \`npm run glyphs\`.\n${problems.join('\n')}`)
  await Promise.all(
    images.map(async ({ picture, image }) => {
      const template = renderShareTemplate(image, typefaces[image.locale])
      const target = new URL(picture, folder)
      const templateFile = new URL(getTemplateFile(picture), folder)
      for (const file of [target, templateFile]) await mkdir(new URL('.', file), { recursive: true })
      await writeFile(templateFile, template)
      await copyFile(await renderImageFile(template, image.locale, { cache, typefaces }), target)
    }),
  )
  return images.length
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
