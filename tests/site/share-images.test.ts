import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { isHomePath } from '#contract/design.ts'
import { locales } from '#contract/locale.ts'
import { getShareImagePath } from '#lib/page/share-image.ts'

const dist = 'dist'
/** The picture that each page names, by the page's file. */
const pictures = new Map<string, string>()

beforeAll(async () => {
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const html = await readFile(`${dist}/${file}`, 'utf8')
    const image = /<meta property="og:image" content="https:\/\/site\.invalid([^"]+)"/.exec(html)?.[1]
    // Homes of all designs share a picture.
    if (image && !isHomePath(`/${file}`)) pictures.set(file, image)
  }
})

test('the pages that anybody can read name a picture in each language', () => {
  const named = [...pictures.values()]
  for (const path of ['/', '/musics', '/guides', '/guides/auths/pc-auth'])
    for (const locale of locales) expect(named).toContain(getShareImagePath(path, locale))
})

test('every picture is there, in the size that the page says, and light enough to be fetched for a preview', async () => {
  for (const picture of pictures.values()) {
    const file = await readFile(dist + picture)
    const { format, width, height } = await sharp(file).metadata()
    expect({ picture, format, width, height }).toEqual({ picture, format: 'png', width: 1200, height: 630 })
    expect(file.length, picture).toBeLessThanOrEqual(100_000)
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
