import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/free-port.mjs'

export interface CommitServer {
  readonly commit: string
  readonly origin: string
  /** Of the second start: the first one creates the demonstration network. */
  readonly startSeconds: number
  /** Resident memory of all processes in megabytes, when it was ready and after a while. */
  readonly memory: { ready: number; idle: number }
  stop(): Promise<void>
}

const startLimitMs = 600_000
const idleMs = 20_000

/** Checks a commit out into a folder of its own, and starts it as `npm start` does, with the demonstration network. */
export async function startCommit(commit: string, cacheFolder: string): Promise<CommitServer> {
  const folder = checkOut(commit, cacheFolder)
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-commit-'))
  const first = await start(folder, dataDir)
  await first.stop()
  const second = await start(folder, dataDir)
  const ready = second.readMemory()
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  return {
    commit,
    origin: second.origin,
    startSeconds: second.seconds,
    memory: { ready, idle: second.readMemory() },
    async stop() {
      await second.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function checkOut(commit: string, cacheFolder: string): string {
  const hash = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    encoding: 'utf8',
  }).trim()
  const folder = join(cacheFolder, hash)
  if (existsSync(join(folder, 'package.json'))) return folder
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['archive', hash], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  return folder
}

async function start(folder: string, dataDir: string) {
  const port = String(await findFreePort())
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    stdio: 'ignore',
    // A group of its own: npm does not pass signals on to the server.
    detached: true,
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      READS_PER_MINUTE: '100000000',
    },
  })
  const { pid = 0 } = child
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const origin = `http://localhost:${port}`
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`${folder} has ended before it was ready.`)
    if (performance.now() - started > startLimitMs) throw new Error(`${folder} was not ready in time.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    origin,
    seconds: (performance.now() - started) / 1000,
    readMemory: () => sumMemory(pid),
    async stop() {
      process.kill(-pid, 'SIGTERM')
      await ended
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Sums the resident memory of a group of processes. */
function sumMemory(group: number): number {
  let kilobytes = 0
  for (const name of readdirSync('/proc'))
    try {
      if (!/^\d+$/.test(name)) continue
      // Behind the name, which is in parentheses: state, parent, group.
      const [, , processGroup] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (Number(processGroup) !== group) continue
      kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended meanwhile.
    }
  return kilobytes / 1024
}
