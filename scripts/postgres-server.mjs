import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { findFreePort } from './free-port.mjs'

/** Debian's folder; other systems have the programs on the path. */
const debianFolder = '/usr/lib/postgresql'
const oldestVersion = 15

/** Tests write nothing that must survive a power failure, and the log should not fill a memory file system. */
const testSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'max_connections=200',
]

/** Linux's file system in memory, where creating and emptying tables takes a third of the CPU time. */
const memoryFolder = '/dev/shm'
const memoryBytes = 4e9

/**
 * @typedef {object} PostgresServer
 * @property {string} url
 * @property {number | undefined} processId undefined for a server on another machine
 * @property {() => void} stop
 */

/**
 * Starts a server for tests, in memory if there is enough.
 * @returns {Promise<PostgresServer | undefined>} undefined if this machine has no PostgreSQL that Hookline supports
 */
export function startTestPostgres() {
  return startPostgres({ settings: testSettings, parentFolder: hasFreeMemory() ? memoryFolder : tmpdir() })
}

function hasFreeMemory() {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return Math.min(bavail * bsize, freemem()) > memoryBytes
}

/**
 * Starts a server from the PostgreSQL programs of this machine.
 * @param {{ keptFolder?: string, parentFolder?: string, settings?: readonly string[] }} [options] `keptFolder` keeps
 * the data, and an already running server in it is reused; without it, the data is in a new folder in `parentFolder`,
 * which is deleted when the server stops
 * @returns {Promise<PostgresServer | undefined>} undefined if this machine has no PostgreSQL that Hookline supports
 */
export async function startPostgres({ keptFolder, parentFolder = tmpdir(), settings = [] } = {}) {
  const bin = findPrograms()
  const user = bin && findUser()
  if (!user) return undefined
  const folder = keptFolder ? resolve(keptFolder) : mkdtempSync(join(parentFolder, 'hookline-pg-'))
  mkdirSync(folder, { recursive: true })
  if (user.name) chownSync(folder, user.uid, user.gid)
  const runProgram = (program, ...parameters) => {
    const command = [join(bin, program), ...parameters]
    const [file, ...args] = user.name ? ['runuser', '-u', user.name, '--', ...command] : command
    execFileSync(file, args, { cwd: folder, stdio: 'ignore' })
  }
  const data = join(folder, 'data')
  if (succeeds(() => runProgram('pg_ctl', '-D', data, 'status')))
    return { ...readServerAddress(data), stop: () => {} }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    try {
      runProgram('initdb', '-D', data, '-A', 'trust', '-U', 'hookline', '-E', 'UTF8', '--locale=C')
    } catch (error) {
      throw new Error(`PostgreSQL cannot create a database in ${folder}: choose another folder.`, {
        cause: error,
      })
    }
  }
  const port = await findFreePort()
  const options = ['listen_addresses=127.0.0.1', ...settings].map((setting) => `-c ${setting}`)
  const parameters = `-p ${port} -k ${folder} ${options.join(' ')}`
  runProgram('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-t', '600', '-o', parameters, 'start')
  return {
    ...readServerAddress(data),
    stop: () => {
      runProgram('pg_ctl', '-D', data, '-m', keptFolder ? 'fast' : 'immediate', '-t', '600', 'stop')
      if (!keptFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns {string | undefined} the folder of the newest `initdb` and `pg_ctl` */
export function findPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(
    (folder) =>
      ['initdb', 'pg_ctl'].every((program) => isExecutable(join(folder, program))) &&
      readVersion(folder) >= oldestVersion,
  )
}

const isExecutable = (file) => succeeds(() => accessSync(file, constants.X_OK))

const readVersion = (folder) =>
  Number(/ (\d+)/.exec(execFileSync(join(folder, 'pg_ctl'), ['--version'], { encoding: 'utf8' }))?.[1] ?? 0)

/**
 * Chooses the user that runs the server: PostgreSQL refuses to run as root.
 * @returns {{ name?: string, uid?: number, gid?: number } | undefined} without a name: the user of this process
 */
function findUser() {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((user) =>
    succeeds(() => execFileSync('runuser', ['-u', user, '--', 'true'], { stdio: 'ignore' })),
  )
  const readId = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return name && { name, uid: readId('-u'), gid: readId('-g') }
}

function succeeds(check) {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/** The first line of the file is the process id, the fourth the port. */
function readServerAddress(data) {
  const [processId, , , port] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  return { url: `postgres://hookline@127.0.0.1:${port}/postgres`, processId: Number(processId) }
}
