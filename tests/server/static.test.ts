import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/http.ts'
import { serveSite } from '#server/static.ts'

let folder: string
let app: App

const page = (path: string) => `<!doctype html><link rel="canonical" href="https://site.invalid${path}">`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-site-'))
  await mkdir(join(folder, '_astro'))
  await writeFile(join(folder, 'index.html'), page('/'))
  await writeFile(join(folder, 'login.html'), page('/login'))
  await writeFile(join(folder, '404.html'), page('/404'))
  await writeFile(join(folder, 'version.json'), '{}')
  await writeFile(join(folder, '_astro', 'part.abc.js'), 'export {}')
  await writeFile(join(tmpdir(), 'hookline-outside.txt'), 'secret')
  app = new Hono()
  await serveSite(app, folder, false)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(join(tmpdir(), 'hookline-outside.txt'))
})

const get = (path: string, host = 'studio.example') => app.request(`http://${host}${path}`)

test('a page is served at its path, under the address at which it was asked for', async () => {
  const reply = await get('/login')
  expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(await reply.text()).toContain('href="http://studio.example/login"')
})

test.each([
  ['/login.html?fromUrl=%2Fdashboard', '/login?fromUrl=%2Fdashboard'],
  ['/index.html', '/'],
])('%s moves to %s', async (path, target) => {
  const reply = await get(path)
  expect([reply.status, reply.headers.get('Location')]).toEqual([301, target])
})

test.each(['/404', '/nothing', '/404.html', '/_astro/nothing.js'])('%s is not found', async (path) => {
  const reply = await get(path)
  expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([404, 'no-cache'])
  expect(await reply.text()).not.toContain('site.invalid')
})

test('a host that is none cannot write into the page', async () => {
  expect(await (await get('/login', 'a"onfocus=alert')).text()).not.toContain('a"onfocus')
})

test('what has its content in its name may be kept for ever, the build’s id never', async () => {
  const cached = async (path: string) => (await get(path)).headers.get('Cache-Control')
  expect(await cached('/_astro/part.abc.js')).toContain('immutable')
  expect(await cached('/version.json')).toBe('no-store')
})

test.each(['/../hookline-outside.txt', '/%2e%2e/hookline-outside.txt', '/..%2fhookline-outside.txt', '/%00'])(
  '%s leads nowhere',
  async (path) => {
    const reply = await app.request(new Request(`http://studio.example${path}`))
    expect(reply.status).toBe(404)
    expect(await reply.text()).not.toContain('secret')
  },
)
