import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseOrigin, publishSite } from '../../src/build/publish-site.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-publish-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a published site names its origin and no other, compressed or not', async () => {
  const to = join(folder, 'out')
  expect(await publishSite('dist', 'https://studio.example', to)).toBeGreaterThan(50)
  for (const file of [
    'guides/pc-upload.html',
    'en.html',
    'sitemap-0.xml',
    'sitemap-index.xml',
    'robots.txt',
  ]) {
    const text = await readFile(join(to, file), 'utf8')
    expect(text).toContain('https://studio.example')
    expect(text).not.toContain('site.invalid')
  }
  const page = await readFile(join(to, 'guides/pc-upload.html'))
  expect(gunzipSync(await readFile(join(to, 'guides/pc-upload.html.gz'))).equals(page)).toBe(true)
})

test('a folder that holds something is left alone', async () => {
  await writeFile(join(folder, 'mine.txt'), 'mine')
  await expect(publishSite('dist', 'https://studio.example', folder)).rejects.toThrow('not empty')
  expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
})

test.each([
  'studio.example',
  'ftp://studio.example',
  'https://studio.example/en',
  'https://a.example/?b',
  '',
  undefined,
])('%j is not an origin', (text) => {
  expect(parseOrigin(text)).toBeUndefined()
})

test('an origin may end in a slash and have a port', () => {
  expect(parseOrigin('https://studio.example/')).toBe('https://studio.example')
  expect(parseOrigin('http://localhost:8080')).toBe('http://localhost:8080')
})
