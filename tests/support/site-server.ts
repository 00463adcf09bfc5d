import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../scripts/free-port.mjs'

const script = fileURLToPath(new URL('./e2e-server.mjs', import.meta.url))
/** A machine that does other work as well takes a while for the demonstration network. */
const startTimeoutMs = 180_000

/** Starts the built site with the demonstration network on a free port, for measurements, pictures and long stories. */
export async function startSite(): Promise<{ origin: string; stop: () => void }> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [script], {
    // Tests in a browser name their server's folder, and this one has its own.
    env: { ...process.env, E2E_DATA_DIR: undefined, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const origin = `http://localhost:${port}`
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return { origin, stop: () => void child.kill() }
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The site did not start.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
