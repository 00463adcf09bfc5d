import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from './site-server.ts'

const program = (name: string) => fileURLToPath(new URL(`../../server/${name}`, import.meta.url))
const readyWithinMs = 60_000

export interface OwnSite {
  origin: string
  /** Runs an operator's command beside the server. @returns what it prints */
  operate: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/ready`).then(
    (reply) => reply.ok,
    () => false,
  )
}

/** The built site with a demonstration network of its own, whose operator the test is. */
export async function startOwnSite(): Promise<OwnSite> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'hookline-own-'))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    PORT: String(port),
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, [program('main.ts')], {
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const origin = `http://localhost:${port}`
  const until = Date.now() + readyWithinMs
  while (!(await isReady(origin))) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error('The site did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const operate = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [program('operator/main.ts'), ...words], { env })).stdout
  return { origin, operate, stop }
}
