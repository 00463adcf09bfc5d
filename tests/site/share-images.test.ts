import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { designIds } from '#contract/portal/design.ts'
import { getTemplateFile, isOwnPageTemplate } from '#contract/portal/hosting.ts'
import { getShareImagePath } from '#lib/page/prerender/share-image.ts'

const dist = 'dist'
/** The picture that each page names, and its alternative text, by the page's file. */
const pictures = new Map<string, string>()
const alts = new Map<string, string>()

beforeAll(async () => {
  for await (const file of glob('**/*.html', { cwd: dist })) {
    // It shows the picture of the list of guides.
    if (isOwnPageTemplate(toPagePath(`/${file}`))) continue
    const html = await readFile(`${dist}/${file}`, 'utf8')
    const image = /<meta property="og:image" content="https:\/\/site\.invalid([^"]+)"/.exec(html)?.[1]
    if (!image) continue
    pictures.set(file, image)
    alts.set(file, /<meta property="og:image:alt" content="([^"]+)"/.exec(html)?.[1] ?? '')
  }
})

test('the pages that anybody can read name a picture in each language', () => {
  const named = [...pictures.values()]
  for (const path of ['/', '/musics', '/guides', '/guides/auths/pc-auth'])
    for (const locale of locales) expect(named).toContain(getShareImagePath(path, locale))
})

test('each design has a picture of its home', () => {
  const named = [...pictures.values()]
  for (const design of designIds)
    for (const locale of locales) expect(named).toContain(getShareImagePath('/', locale, design))
})

test('every page says what its picture shows, in its own words and language', () => {
  const scripts = { ko: /\p{Script=Hangul}/u, en: /^[^\p{Script=Hangul}\p{Script=Han}]+$/u }
  for (const [file, alt] of alts) {
    const title = /^.+ – .{20,}/s.exec(alt)
    expect(title, `${file}: ${alt}`).not.toBeNull()
    const locale = /share\/([\w-]+)\//.exec(pictures.get(file) ?? '')?.[1]
    expect(alt, file).toMatch(locale === 'ko' || locale === 'en' ? scripts[locale] : /\p{Script=Han}/u)
  }
})

test('a picture is drawn without fonts, scripts, files and colors of a site', async () => {
  for (const picture of pictures.values()) {
    const template = await readFile(`${dist}/${getTemplateFile(picture.slice(1))}`, 'utf8')
    expect(template, picture).not.toMatch(
      /<(text|script|image|use|foreignObject)|url\(|@import|#5b5bd6|NaN|undefined/,
    )
    expect(template, picture).toContain('{brand}')
  }
})

test('every picture is there, in the size that the page says, and light enough to be fetched for a preview', async () => {
  for (const picture of pictures.values()) {
    const file = await readFile(dist + picture)
    const { format, width, height } = await sharp(file).metadata()
    expect({ picture, format, width, height }).toEqual({ picture, format: 'png', width: 1200, height: 630 })
    expect(file.length, picture).toBeLessThanOrEqual(60_000)
  }
})

test('no page and no language shows the picture of another', async () => {
  const contents = await Promise.all(
    [...pictures.values()].map(async (picture) =>
      createHash('sha256')
        .update(await readFile(dist + picture))
        .digest('hex'),
    ),
  )
  expect(new Set(pictures.values()).size).toBe(pictures.size)
  expect(new Set(contents).size).toBe(pictures.size)
})
