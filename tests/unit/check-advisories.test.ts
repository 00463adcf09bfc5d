import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-advisories.mjs', import.meta.url))

/** Starts a registry with these advisories: packages by name. */
async function startRegistry(severities: Readonly<Record<string, string>>): Promise<string> {
  const advisories = Object.entries(severities).map(([name, severity]) => [
    name,
    [{ id: 1, url: 'https://advisories.invalid/1', title: 'A flaw', severity, vulnerable_versions: '*' }],
  ])
  const server = createServer((request, response) => {
    request.resume()
    const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk')
    response.writeHead(isAudit ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isAudit ? Object.fromEntries(advisories) : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The cache is empty, because npm's own contains advisories, too. */
async function check(registry: string): Promise<{ status: unknown; text: string }> {
  const cache = await mkdtemp(join(tmpdir(), 'hookline-npm-'))
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache }
  const { promise, resolve } = Promise.withResolvers<{ status: unknown; text: string }>()
  execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
    resolve({ status: error?.code ?? 0, text: stdout + stderr }),
  )
  return promise.finally(() => rm(cache, { recursive: true, force: true }))
}

test('a severe advisory about something that ships fails the check, and others do not', async () => {
  expect(await check(await startRegistry({ hono: 'high' }))).toMatchObject({
    status: 1,
    text: expect.stringMatching(/^high: hono /m),
  })
  expect((await check(await startRegistry({ hono: 'moderate', vitest: 'critical' }))).status).toBe(0)
}, 60_000)

test('a registry that does not answer is not taken for one without advisories', async () => {
  expect(await check('http://127.0.0.1:9/')).toMatchObject({
    status: 2,
    text: expect.stringContaining('Advisories were not checked'),
  })
}, 60_000)
