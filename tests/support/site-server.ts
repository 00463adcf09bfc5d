import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./e2e-server.mjs', import.meta.url))
const startTimeoutMs = 60_000

export async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

/** The built site with the demonstration network, on a port that is free: for measurements and pictures. */
export async function startSite(): Promise<{ origin: string; stop: () => void }> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error' },
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
