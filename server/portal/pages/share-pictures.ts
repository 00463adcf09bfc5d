import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import { getTemplateFile, templatesFolder } from '#contract/portal/hosting.ts'
import type { PageContent } from '#lib/page/fill/fill-page.ts'
import { readTypefaces, type Typefaces } from '#lib/share/typeface.ts'
import { type AdmissionLimits, createAdmission } from '#server/platform/http/admission/admission.ts'
import type { Precedence } from '#server/platform/http/admission/precedence.ts'

/** About 70 pictures of 20 kB for each of 40 sites. */
const maxCachedBytes = 64 * 1024 * 1024
/** A picture takes about 150 ms. */
const limits: AdmissionLimits = { running: 1, waiting: 20, retryAfterSeconds: 5 }

const projectRoot = new URL('../../../', import.meta.url)

export interface SharePicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}

export interface SharePictures {
  has(path: string): boolean
  getLocale(path: string): Locale
  /** @throws {Refusal} `unavailable` when too many wait */
  render(precedence: Precedence, path: string, content: PageContent): Promise<SharePicture>
}

/** `folder` is that of the built site. Only its templates are drawn, whatever a URL says. */
export async function loadSharePictures(
  folder: string,
  mediaDir: string | undefined,
): Promise<SharePictures> {
  const paths = await listPicturePaths(folder)
  const cache = new LRUCache<string, SharePicture>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const pending = new Map<string, Promise<SharePicture>>()
  let typefaces: Promise<Typefaces> | undefined
  const admission = createAdmission(limits)

  async function draw(path: string, { site, logo }: PageContent): Promise<SharePicture> {
    const { renderSharePicture } = await import('#lib/share/share-picture.ts')
    typefaces ??= readTypefaces(projectRoot)
    const template = await readFile(join(folder, getTemplateFile(path.slice(1))), 'utf8')
    const readLogo = logo && mediaDir ? () => readFile(join(mediaDir, getMediaFile(logo.light))) : undefined
    const picture = { template, brand: site, locale: getLocale(path), readLogo }
    const bytes = new Uint8Array(await renderSharePicture(picture, await typefaces))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }

  /** Single flight. */
  function start(
    key: string,
    precedence: Precedence,
    work: () => Promise<SharePicture>,
  ): Promise<SharePicture> {
    const drawing = admission
      .admit(precedence, work)
      .then((picture) => {
        cache.set(key, picture)
        return picture
      })
      .finally(() => pending.delete(key))
    pending.set(key, drawing)
    return drawing
  }

  return {
    has: (path) => paths.has(path),
    getLocale,
    async render(precedence, path, content) {
      const { name, color_primary, is_playist } = content.site
      const key = JSON.stringify([path, name, color_primary, is_playist, content.logo?.light])
      return cache.get(key) ?? pending.get(key) ?? start(key, precedence, () => draw(path, content))
    },
  }
}

async function listPicturePaths(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(join(folder, templatesFolder), { recursive: true }).catch(() => [])
  const templates = names.filter((name) => name.endsWith('.svg'))
  return new Set(templates.map((name) => `/share/${name.split(sep).join('/').replace(/svg$/, 'png')}`))
}

function getLocale(path: string): Locale {
  const locale = path.split('/')[2]
  return isLocale(locale) ? locale : locales[0]
}

/** `media/site-logos/abc.webp` is `site-logos/abc.webp` of `MEDIA_DIR`. */
const getMediaFile = (path: string) => path.replace(/^media\//, '')
