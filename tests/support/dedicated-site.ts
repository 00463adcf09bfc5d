import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from './site-server.ts'

const serverScript = (name: string) => fileURLToPath(new URL(`../../server/${name}`, import.meta.url))
const startTimeoutMs = 60_000

export interface DedicatedSite {
  origin: string
  /** Runs an operator's command beside the server. @returns what it prints */
  runOperator: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

/** The built site with a demonstration network of its own, whose operator the test is. */
export async function startDedicatedSite(): Promise<DedicatedSite> {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'hookline-own-'))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    PORT: String(port),
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, [serverScript('main.ts')], {
    env,
    stdio: 'ignore',
  })
  const closed = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.kill()
    await closed
    await rm(folder, { recursive: true, force: true })
  }
  const origin = `http://localhost:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The site did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const runOperator = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [serverScript('operator/main.ts'), ...args], { env })).stdout
  return { origin, runOperator, stop }
}
