import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import packageJson from '../../package.json' with { type: 'json' }

const script = fileURLToPath(new URL('../support/npm-start.mjs', import.meta.url))
/** The server's own deadline, plus the time that a busy machine needs to notice it. */
const deadlineMs = 20_000

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let folder: string
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
  folder = await mkdtemp(join(tmpdir(), 'hookline-npm-'))
  const start = packageJson.scripts.start.replace('scripts/start.mjs', script)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
})
afterAll(async () => {
  await template.remove()
  await rm(folder, { recursive: true })
})

/** Runs `npm start` as the leader of its own process group, as a terminal does. */
async function startWithNpm() {
  const database = await template.copy()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: {
      ...process.env,
      DATABASE_URL: '',
      ...database.environment,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    killGroup(npm, 'SIGKILL')
    await database.remove()
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ready: http:\S+/)
  const port = Number(/ready: http:\/\/[^:]+:(\d+)/.exec(output)?.[1])
  expect(await isPortOpen(port)).toBe(true)
  return { npm, port, readOutput: () => output }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // True once all processes have ended.
  }
}

/** Finds the process that npm runs. */
const findScript = async ({ pid }: ChildProcess): Promise<number> =>
  Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))

async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

describe.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('to npm alone: npm ends after the server', async () => {
    const { npm, port } = await startWithNpm()
    const ended = once(npm, 'exit')
    npm.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(await isPortOpen(port)).toBe(false)
  })

  test('to the whole group, as Ctrl+C sends it', async () => {
    const { npm, port, readOutput } = await startWithNpm()
    const closed = once(npm, 'close')
    killGroup(npm, signal)
    await closed
    expect(await isPortOpen(port)).toBe(false)
    expect(readOutput()).not.toMatch(/at once|error|at .+:\d+:\d+/i)
  })
})

describe.runIf(process.platform === 'linux')('the server ends', () => {
  test('after a signal to the script alone', async () => {
    const { npm, port } = await startWithNpm()
    const ended = once(npm, 'exit')
    process.kill(await findScript(npm), 'SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await isPortOpen(port)).toBe(false)
  })

  test('when npm is killed', async () => {
    const { npm, port } = await startWithNpm()
    npm.kill('SIGKILL')
    await expect.poll(() => isPortOpen(port), { timeout: deadlineMs }).toBe(false)
  })

  test('when the script is killed', async () => {
    const { npm, port } = await startWithNpm()
    process.kill(await findScript(npm), 'SIGKILL')
    await expect.poll(() => isPortOpen(port), { timeout: deadlineMs }).toBe(false)
  })

  test('at once after another signal, without waiting for a request that never ends', async () => {
    const { npm, port, readOutput } = await startWithNpm()
    const request = connect(port, '127.0.0.1')
    onTestFinished(() => void request.destroy())
    request.on('error', () => {})
    // The reply to the first request proves that the server has read the beginning of the second one.
    request.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/health HTTP/1.1\r\n')
    await once(request, 'data')
    const ended = once(npm, 'exit')
    // Signals in quick succession merge into one, so they repeat until one of them counts as the second.
    const timer = setInterval(() => npm.kill('SIGTERM'), 200)
    const end = await ended
    clearInterval(timer)
    // The last signal may meet npm alone, without the script that it waited for.
    expect([[1, null] as const, [null, 'SIGTERM'] as const]).toContainEqual(end)
    expect(readOutput()).toContain('stopping at once')
    expect(await isPortOpen(port)).toBe(false)
  })
})
