import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** A PostgreSQL server of this machine's own binaries, for the time of the benchmark; undefined where there are none. */
export async function startPostgres(): Promise<{ url: string; stop: () => void } | undefined> {
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (!version) return undefined
  const bin = join(root, version, 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'hookline-pg-'))
  const port = await findFreePort()
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
  runPostgres('initdb', '-D', data, '-A', 'trust', '-U', 'hookline', '-E', 'UTF8', '--locale=C')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=512MB -c max_wal_size=4GB`
  runPostgres('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start')
  return {
    url: `postgres://hookline@127.0.0.1:${port}/postgres`,
    stop: () => {
      runPostgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
