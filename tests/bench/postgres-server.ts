import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = '/usr/lib/postgresql'

export interface PostgresServer {
  url: string
  /** Undefined for a server of another machine. */
  processId: number | undefined
  stop: () => void
}

/**
 * A PostgreSQL server of this machine's own binaries; undefined where there are none. With a `folder`, its data are kept
 * there and an already running server is used; without one, they are deleted when it stops.
 */
export async function startPostgres(keptFolder?: string): Promise<PostgresServer | undefined> {
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (!version) return undefined
  const bin = join(root, version, 'bin')
  const folder = keptFolder ? resolve(keptFolder) : mkdtempSync(join(tmpdir(), 'hookline-pg-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    chownSync(
      folder,
      Number(execFileSync('id', ['-u', 'postgres'])),
      Number(execFileSync('id', ['-g', 'postgres'])),
    )
  const runPostgres = (program: string, ...parameters: string[]) =>
    isRoot
      ? execFileSync('runuser', ['-u', 'postgres', '--', join(bin, program), ...parameters], {
          cwd: folder,
          stdio: 'ignore',
        })
      : execFileSync(join(bin, program), parameters, { cwd: folder, stdio: 'ignore' })
  const data = join(folder, 'data')
  if (isRunning(() => runPostgres('pg_ctl', '-D', data, 'status')))
    return { ...readServerAddress(data), stop: () => {} }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    try {
      runPostgres('initdb', '-D', data, '-A', 'trust', '-U', 'hookline', '-E', 'UTF8', '--locale=C')
    } catch (error) {
      throw new Error(`PostgreSQL cannot use the folder ${folder}: name another one with --data.`, {
        cause: error,
      })
    }
  }
  const settings = [
    'listen_addresses=127.0.0.1',
    'shared_buffers=512MB',
    'max_wal_size=4GB',
    'shared_preload_libraries=pg_stat_statements',
  ]
  const port = await findFreePort()
  const options = `-p ${port} -k ${folder} ${settings.map((setting) => `-c ${setting}`).join(' ')}`
  runPostgres('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-t', '600', '-o', options, 'start')
  return {
    ...readServerAddress(data),
    stop: () => {
      runPostgres('pg_ctl', '-D', data, '-m', keptFolder ? 'fast' : 'immediate', '-t', '600', 'stop')
      if (!keptFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isRunning(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/** The first line of the file is the process id, the fourth the port. */
function readServerAddress(data: string) {
  const [processId, , , port] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  return { url: `postgres://hookline@127.0.0.1:${port}/postgres`, processId: Number(processId) }
}

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
