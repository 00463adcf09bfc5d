import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measurement {
  seconds: number
  /** Highest resident memory of the process; undefined where the system does not report it. */
  peakMegabytes: number | undefined
  status: number | null
}

const sampleIntervalMs = 50

/** Runs one of the project's programs to its end. */
export async function measure(parameters: string[], env: Record<string, string>): Promise<Measurement> {
  const started = performance.now()
  const child = spawn(process.execPath, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  let peak: number | undefined
  const timer = setInterval(() => {
    peak = Math.max(peak ?? 0, readMegabytes(child.pid, 'VmHWM') ?? 0) || peak
  }, sampleIntervalMs)
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  clearInterval(timer)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes: peak, status }
}

/** `VmRSS`: resident memory now; `VmHWM`: its peak. */
function readMegabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** Starts the server, or another program that serves the API, and waits until it is ready. */
export async function startServer(env: Record<string, string>, program = 'server/main.ts') {
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const started = performance.now()
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, LOG_LEVEL: 'error', READS_PER_MINUTE: '100000000', PORT: port, ...env },
  })
  const origin = `http://localhost:${port}`
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error('The server has ended before it was ready.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - started) / 1000
  const readMemory = () => readMegabytes(child.pid, 'VmRSS')
  const stop = () =>
    new Promise<void>((resolve) => {
      child.on('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { origin, seconds, readMemory, stop }
}

const isReady = (origin: string) =>
  fetch(`${origin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
