import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/platform/http/response/context.ts'
import type { LoadPageContent } from '#server/portal/pages/page-content.ts'
import { serveSite } from '#server/portal/pages/static-site.ts'
import { createPageContent, createSiteMetadata } from '#tests/support/site-metadata.ts'

const path = '/share/en/home.png'
/** A minimal version of the template that the build draws. */
const template = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="#f7f8fa"/><rect x="612" width="588" height="630" fill="{face}"/>
  <rect x="700" y="100" width="50" height="50" fill="{onFace}" display="{won}"/>
  <rect x="800" y="100" width="50" height="50" fill="{onFace}" display="{dollars}"/>{brand}</svg>`
/** The build's picture for hosts without a site. */
const builtPicture = Buffer.from('built')

const sites: Record<string, { name: string; color: string; isPlaylist?: boolean; logo?: string }> = {
  'green.example': { name: 'Green Studio', color: '#0f7b6c' },
  'red.example': { name: 'Red Studio', color: '#d6336c' },
  'dollars.example': { name: 'Green Studio', color: '#0f7b6c', isPlaylist: true },
  'hangul.example': { name: '하루 스튜디오', color: '#0f7b6c' },
  'emoji.example': { name: '🎧 Studio', color: '#0f7b6c' },
  'hostile.example': { name: '"/><script>alert(1)</script>{face}', color: '#0f7b6c' },
  'long.example': { name: `A ${'very '.repeat(60)}long name`, color: '#0f7b6c' },
  'logo.example': { name: '🎧', color: '#0f7b6c', logo: 'media/site-logos/own.webp' },
  'lost-logo.example': { name: '🎧', color: '#0f7b6c', logo: 'media/site-logos/lost.webp' },
}
const loadContent: LoadPageContent = async (host) => {
  const site = sites[host]
  if (!site) return null
  const { name, color, isPlaylist = false, logo } = site
  return createPageContent({
    site: createSiteMetadata({ domain: host, name, color_primary: color, is_playist: isPlaylist }),
    logo: logo ? { light: logo, dark: null, alt: name, width: 300, height: 100 } : null,
  })
}

let folder: string
let app: App

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-share-'))
  const built = join(folder, 'dist')
  for (const part of ['share/en', '_share/en', '../media/site-logos'])
    await mkdir(join(built, part), { recursive: true })
  await writeFile(join(built, '_share/en/home.svg'), template)
  await writeFile(join(built, 'share/en/home.png'), builtPicture)
  await writeFile(join(built, 'share/en/static.png'), builtPicture)
  await writeFile(
    join(folder, 'media/site-logos/own.webp'),
    await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff00ff' } })
      .webp({ lossless: true })
      .toBuffer(),
  )
  app = new Hono()
  await serveSite(app, built, { behindProxy: false, loadContent, mediaDir: join(folder, 'media') })
})
afterAll(() => rm(folder, { recursive: true }))

const request = (host: string, { target = path, ...init }: RequestInit & { target?: string } = {}) =>
  app.request(`http://${host}${target}`, init)

async function read(host: string) {
  const reply = await request(host)
  expect([reply.status, reply.headers.get('Content-Type')], host).toEqual([200, 'image/png'])
  return Buffer.from(await reply.arrayBuffer())
}

/** Returns a hex color, of the panel in the site's color or of the area for its logo. */
async function readPixel(picture: Buffer, [left, top]: [number, number]) {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.toString('hex').slice(0, 6)
}
const onPanel: [number, number] = [640, 20]
const onLogo: [number, number] = [100, 545]

const isNear = (actual: string, expected: string) =>
  [0, 2, 4].every((at) => {
    const [a, b] = [actual, expected].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.abs((a ?? 0) - (b ?? 0)) <= 6
  })

test('each site has the picture in its color, of the usual size', async () => {
  const [green, red] = [await read('green.example'), await read('red.example')]
  for (const picture of [green, red]) {
    const { format, width, height } = await sharp(picture).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    expect(picture.length).toBeLessThanOrEqual(60_000)
  }
  expect(isNear(await readPixel(green, onPanel), '0f7b6c')).toBe(true)
  expect(isNear(await readPixel(red, onPanel), 'd6336c')).toBe(true)
})

test('name and currency of a site are in its picture', async () => {
  const pictures = await Promise.all(
    ['green', 'dollars', 'hangul', 'emoji'].map((site) => read(`${site}.example`)),
  )
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(pictures.length)
})

test.each(['hostile', 'long', 'emoji', 'lost-logo'])('a %s name breaks no picture', async (site) => {
  const picture = await read(`${site}.example`)
  expect((await sharp(picture).metadata()).width).toBe(1200)
  expect(isNear(await readPixel(picture, onPanel), '0f7b6c')).toBe(true)
})

test('a name without outlines gives way to the logo', async () => {
  expect(isNear(await readPixel(await read('logo.example'), onLogo), 'ff00ff')).toBe(true)
  expect(isNear(await readPixel(await read('emoji.example'), onLogo), 'ff00ff')).toBe(false)
})

test('a host without a site gets what was built', async () => {
  const reply = await request('unknown.other')
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(builtPicture)
})

test('a picture is sent with what browsers and crawlers need to keep it', async () => {
  const reply = await request('green.example')
  const etag = reply.headers.get('ETag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect(reply.headers.get('Cache-Control')).toBe('no-cache')
  expect(Number(reply.headers.get('Content-Length'))).toBe((await reply.arrayBuffer()).byteLength)
  const again = await request('green.example', { headers: { 'If-None-Match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  const head = await request('green.example', { method: 'HEAD' })
  expect([head.status, head.headers.get('ETag'), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    etag,
    0,
  ])
  expect((await request('red.example')).headers.get('ETag')).not.toBe(etag)
})

test('the query decides nothing about a picture', async () => {
  const target = `${path}?host=red.example&name=Other&p=ff0000&color_primary=%23ff0000`
  const reply = await request('green.example', { target })
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(await read('green.example'))
})

test.each([
  '/share/en/other.png',
  '/share/en/home.svg',
  '/share/fr/home.png',
  '/share/en/%2e%2e/en/other.png',
  '/share/en/..%2f..%2f_share%2fen%2fhome.svg',
  '/_share/en/home.svg',
  '/_share/en',
  '/share',
])('%s is not found', async (target) => {
  expect((await request('green.example', { target })).status).toBe(404)
})

test('a crowd gets pictures that were built rather than a queue without an end', async () => {
  const hosts = Array.from({ length: 60 }, (_, i) => `crowd-${i}.example`)
  for (const [i, host] of hosts.entries()) sites[host] = { name: `Site ${i}`, color: '#0f7b6c' }
  const replies = await Promise.all(hosts.map((host) => request(host)))
  const sizes = await Promise.all(replies.map(async (reply) => (await reply.arrayBuffer()).byteLength))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  const built = sizes.filter((size) => size === builtPicture.length).length
  expect(built).toBeGreaterThanOrEqual(hosts.length - 25)
  expect(built).toBeLessThan(hosts.length)
  // Nobody is waiting any more, so the next picture is drawn.
  expect((await read('red.example')).length).toBeGreaterThan(builtPicture.length)
})
