import { appendFile, cp, glob, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { normalizeHost } from '#contract/platform/host.ts'
import { type Locale, locales, localizePath } from '#contract/platform/locale.ts'
import { type DesignId, designIds, getHomePath } from '#contract/portal/design.ts'
import { getTemplateFile, originPlaceholder, ownPagePath, templatesFolder } from '#contract/portal/hosting.ts'
import type { OwnPage } from '#contract/portal/site-pages.ts'
import { fillHtml } from '#lib/page/fill/fill-html.ts'
import { fillSitemap } from '#lib/page/fill/fill-page.ts'
import { getShareImagePath } from '#lib/page/prerender/share-image.ts'
import { renderSharePicture } from '#lib/share/share-picture.ts'
import { readTypefaces } from '#lib/share/typeface.ts'
import { compressFile } from './compression.ts'
import { findPageContent, loadOwnPages, loadSiteContent, type SiteContent } from './site-content.ts'

const projectRoot = new URL('../../', import.meta.url)
const usage = 'Usage: npm run publish-site -- <origin, such as https://studio.example> <new or empty folder>'

export function parseOrigin(text: string | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const { origin, protocol, pathname, search, hash } = new URL(text)
  const plain = pathname === '/' && search === '' && hash === ''
  return plain && (protocol === 'https:' || protocol === 'http:') ? origin : undefined
}

function fillFile(file: string, text: string, content: SiteContent | null, origin: string): string {
  const published = text.replaceAll(originPlaceholder, origin)
  if (!content) return published
  if (extname(file) === '.xml') return fillSitemap(published, content[locales[0]])
  return extname(file) === '.html' ? fillHtml(published, findPageContent(content, text), origin) : published
}

const getFile = (path: string) => join(path, 'index.html')

/** Replaces the default home with the home of the site's design. */
async function selectHome(folder: string, design: DesignId): Promise<void> {
  for (const locale of locales) {
    const path = localizePath('/', locale)
    if (design !== '') await cp(join(folder, getFile(getHomePath(path, design))), join(folder, getFile(path)))
  }
  await rm(join(folder, 'homes'), { recursive: true, force: true })
  for (const locale of locales)
    for (const other of designIds)
      if (other !== design) await rm(join(folder, getShareImagePath('/', locale, other)), { force: true })
}

/** Adds the site's own pages below /guides, and takes away those that it hides. */
async function writeOwnPages(
  built: string,
  folder: string,
  origin: string,
  content: SiteContent | null,
  ownPages: readonly OwnPage[],
): Promise<void> {
  const getPageFile = (slug: string, locale: Locale) =>
    join(folder, getFile(localizePath(`/guides/${slug}`, locale)))
  const hidden = content?.[locales[0]].pages.hidden ?? []
  for (const locale of locales) {
    const template = getFile(localizePath(ownPagePath, locale))
    for (const page of ownPages.filter((each) => each.locale === locale)) {
      if (!content) continue
      const file = getPageFile(page.slug, locale)
      const html = (await readFile(join(built, template), 'utf8')).replaceAll(originPlaceholder, origin)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, fillHtml(html, { ...content[locale], home: null, ownPage: page }, origin))
      await compressFile(file)
    }
    await rm(dirname(join(folder, template)), { recursive: true, force: true })
    for (const slug of hidden)
      for (const suffix of ['', '.br', '.gz']) await rm(getPageFile(slug, locale) + suffix, { force: true })
    await addRedirects(folder, locale, hidden, ownPages)
  }
}

/** A page that the site does not have in a language leads to the list of guides. */
async function addRedirects(
  folder: string,
  locale: Locale,
  hidden: readonly string[],
  ownPages: readonly OwnPage[],
): Promise<void> {
  const slugs = new Set([...hidden, ...ownPages.map(({ slug }) => slug)])
  const paths = [...slugs].map((slug) => localizePath(`/guides/${slug}`, locale))
  const missing: string[] = []
  for (const path of paths)
    if (!(await stat(join(folder, getFile(path))).catch(() => null))) missing.push(path)
  const list = localizePath('/guides', locale)
  if (missing.length === 0) return
  await appendFile(join(folder, '_redirects'), missing.map((path) => `${path} ${list} 302\n`).join(''))
}

/**
 * Copies `login/index.html` to `login.html`, compressed or not: hosts that add the suffix then serve `/login` at once,
 * others redirect to `/login/`.
 */
async function addFilesWithSuffix(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('*/**/index.html{,.br,.gz}', { cwd: folder }))
  for (const file of files)
    await cp(join(folder, file), join(folder, file.replace(/[\\/]index\.html/, '.html')))
}

/** Renders the pictures in the site's color, with its name. */
async function brandSharePictures(
  folder: string,
  content: SiteContent | null,
  readLogo: ReadLogo | undefined,
): Promise<void> {
  const typefaces = content && (await readTypefaces(projectRoot))
  const files = typefaces ? await Array.fromAsync(glob('share/*/**/*.png', { cwd: folder })) : []
  for (const file of files) {
    const picture = file.split(sep).join('/')
    const locale = locales.find((each) => picture.startsWith(`share/${each}/`))
    if (!content || !typefaces || !locale) continue
    const { site, logo } = content[locale]
    const template = await readFile(join(folder, getTemplateFile(picture)), 'utf8')
    const logoReader = logo && readLogo ? () => readLogo(logo.light) : undefined
    const branded = { template, brand: site, locale, readLogo: logoReader }
    await writeFile(join(folder, file), await renderSharePicture(branded, typefaces))
  }
  await rm(join(folder, templatesFolder), { recursive: true, force: true })
}

/** Reads a logo by its path below the API's base URL. */
type ReadLogo = (path: string) => Promise<Buffer>

/**
 * Copies the built site for one origin. `content` is the site's content on its pages; null leaves that to the browser.
 * @returns the number of files that name the origin
 */
export async function publishSite(
  from: string,
  origin: string,
  to: string,
  content: SiteContent | null,
  readLogo?: ReadLogo,
  ownPages: readonly OwnPage[] = [],
): Promise<number> {
  await mkdir(to, { recursive: true })
  if ((await readdir(to)).length > 0) throw new Error(`${to} is not empty: name a new folder.`)
  await cp(from, to, { recursive: true })
  await selectHome(to, content?.[locales[0]].site.design_id ?? '')
  await brandSharePictures(to, content, readLogo)
  const files = await Array.fromAsync(glob('**/*.{html,xml,txt}', { cwd: to }))
  for (const file of files) {
    const path = join(to, file)
    await writeFile(path, fillFile(file, await readFile(path, 'utf8'), content, origin))
    await compressFile(path)
  }
  await writeOwnPages(from, to, origin, content, ownPages)
  await addFilesWithSuffix(to)
  return files.length
}

async function main([built = 'dist', text, folder]: string[]): Promise<void> {
  const origin = parseOrigin(text)
  if (!origin || !folder) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const api = new URL(process.env.PUBLIC_API_URL ?? '/api', origin).href.replace(/\/+$/, '')
  const caller = { api, domain: normalizeHost(new URL(origin).host) }
  const content = await loadSiteContent(caller).catch((error: Error) => {
    console.error(`${api} does not describe the site (${error.message}).`)
    console.error('Its pages get name, look and home in the browser, and search engines see neither.')
    return null
  })
  const readLogo = async (path: string) => Buffer.from(await (await fetch(`${api}/${path}`)).arrayBuffer())
  const ownPages = content ? await loadOwnPages(caller, content[locales[0]].pages) : []
  const count = await publishSite(built, origin, resolve(folder), content, readLogo, ownPages)
  console.log(`${count} files for ${origin} in ${resolve(folder)}.`)
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
