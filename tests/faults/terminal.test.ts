import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { createEmptyProcessDatabase } from '#tests/support/process-database.ts'
import { startServer } from '#tests/support/server-process.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** util-linux's `script` runs a command on its own terminal. */
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

const seedTimeoutMs = 180_000

test.runIf(hasScript)(
  'a terminal shows the demo’s accounts last, in a box',
  async () => {
    const database = await createEmptyProcessDatabase()
    // Without `exec`, some shells stay the parent, and Ctrl+C ends them with status 130.
    const terminal = spawn('script', ['-qefc', `exec ${node} ${main}`, '/dev/null'], {
      env: { ...process.env, DATABASE_URL: '', ...database.environment, DEMO: '1', HOST: '', PORT: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void terminal.kill('SIGKILL'))
    let text = ''
    terminal.stdout.on('data', (chunk) => (text += chunk))
    await expect.poll(() => text, { timeout: seedTimeoutMs }).toMatch(/┘\r\n\r\n$/)
    const shown = text
    // Terminals send this character for Ctrl+C.
    terminal.stdin.write('\u0003')
    await expect.poll(() => terminal.exitCode, { timeout: 20_000 }).toBe(0)
    expect(shown).toMatch(/┐\r\n│ Hookline is ready: http:\/\/localhost:\d+/)
    expect(shown).toMatch(/http:\/\/localhost:\d+ +manager +manager@hookline\.example/)
    expect(text.slice(shown.length)).toMatch(/^(\^C)?\S+ info {2}stopping/)
    expect(text).not.toMatch(/^\{|audit entry/m)
    await database.remove()
  },
  seedTimeoutMs,
)

test(
  'anything else gets lines of JSON, without what the demo’s seed recorded',
  async () => {
    const database = await createEmptyProcessDatabase()
    const server = startServer({ ...database.environment, DEMO: '1' })
    await server.address()
    server.kill('SIGTERM')
    // A server writes the waiting mail of the outbox before it ends.
    const { status, text } = await server.ended
    expect(status).toBe(0)
    expect(text).toMatch(/^\{"level":30,.*"msg":"stopping"\}$/m)
    expect(text).not.toMatch(/audit entry|─/)
    await database.remove()
  },
  seedTimeoutMs,
)

test(
  'a fresh installation prints the link of its operator last, outside the log, and once for several processes',
  async () => {
    const link = /^http:\/\/localhost:\d+\/setup#([\w-]{43})$/m
    const database = await createEmptyProcessDatabase()
    const tokens = []
    for (const processes of [1, postgresUrl ? 2 : 1]) {
      const server = startServer({ ...database.environment, WEB_CONCURRENCY: String(processes) })
      await server.waitForOutput(link)
      server.kill('SIGTERM')
      const { text } = await server.ended
      expect(text.match(/\/setup#/g)).toHaveLength(1)
      const token = link.exec(text)?.[1] ?? ''
      expect(text.indexOf(token)).toBeGreaterThan(text.indexOf('Hookline is ready'))
      expect(text.split('\n').filter((line) => line.startsWith('{') && line.includes(token))).toEqual([])
      tokens.push(token)
    }
    expect(new Set(tokens).size).toBe(2)
    await database.remove()
  },
  seedTimeoutMs,
)
