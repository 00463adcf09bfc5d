import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder in which a person ran the command: npm runs its scripts in the project's folder wherever it is called. */
export const callerFolder =
  process.env.npm_package_json === join(root, 'package.json')
    ? (process.env.INIT_CWD ?? process.cwd())
    : process.cwd()

const windows = process.platform === 'win32'
const stampFile = join(root, 'node_modules', '.installed')

/** The project's Node, which runs TypeScript directly. */
export const nodePath = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** The machine's PATH, with the project's Node and commands first. */
export const searchPath = [dirname(nodePath), join(root, 'node_modules', '.bin'), process.env.PATH].join(
  delimiter,
)

/**
 * Installs the contents of package-lock.json unless they are already there: packages for building and running, and with
 * `dev` also those for tests and measurements. Ends the process on failure.
 * @param {{ dev?: boolean }} options
 */
export function install({ dev = false } = {}) {
  const digest = hashFiles(['package-lock.json'])
  const runtimeOnly = `${digest} without dev`
  const installed = existsSync(stampFile) && existsSync(nodePath) ? readFileSync(stampFile, 'utf8') : ''
  if (installed === digest || (installed === runtimeOnly && !dev)) return
  if (isSymlink(join(root, 'node_modules'))) {
    console.error('node_modules is a link to the folder of another package-lock.json: remove the link.')
    process.exit(1)
  }
  // `npm ci` starts from scratch; an installation that lacks only the dev group gets just the rest.
  const command = installed === runtimeOnly ? ['install', '--no-save'] : ['ci']
  if (!dev) command.push('--omit=dev')
  console.error(dev ? 'Installing dependencies and test tools …' : 'Installing dependencies …')
  const { status } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    [...command, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
      shell: windows,
    },
  )
  if (status !== 0) {
    console.error('The dependencies could not be installed: npm says why above.')
    process.exit(1)
  }
  writeFileSync(stampFile, dev ? digest : runtimeOnly)
}

/** npm would follow a link and empty the other folder. */
const isSymlink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/**
 * Runs a script with the project's Node; commands of the dependencies are first on its path.
 * @param {string[]} args the script's path from the root, and its arguments
 * @param {{ env?: Record<string, string>, signals?: boolean, output?: 'live' | 'buffered' | 'failures' }} options
 *   `signals`: forwards SIGINT and SIGTERM, stops the script when npm ends, and gives it a channel that closes when
 *   this process ends; `output`: shown as it arrives, as a whole at the end, or only after a failure
 * @returns {Promise<number>} its exit status
 */
export function run(args, { env = {}, signals = false, output = 'live' } = {}) {
  const stdio = output === 'live' ? ['inherit', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
  const child = spawn(nodePath, args, {
    cwd: root,
    stdio: signals ? [...stdio, 'ipc'] : stdio,
    env: { ...process.env, PATH: searchPath, ...env },
  })
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const stopForwarding = signals ? forwardSignals(child) : () => {}
  return new Promise((resolve) => {
    child.on('error', (error) => {
      stopForwarding()
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code, signal) => {
      stopForwarding()
      const status = code ?? 128 + constants.signals[signal]
      if (status !== 0 || output === 'buffered') process.stderr.write(Buffer.concat(chunks))
      resolve(status)
    })
  })
}

const parentCheckIntervalMs = 250

/**
 * npm forwards a signal only to its child, which is this process because the scripts of package.json `exec` Node in
 * place of npm's shell. When npm is killed, this process gets another parent.
 */
function forwardSignals(child) {
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
  const parent = process.ppid
  const stopWithoutNpm = () => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }
  // A script that does not run under npm, as with nohup, may outlive its parent.
  const timer = process.env.npm_lifecycle_event && setInterval(stopWithoutNpm, parentCheckIntervalMs)
  return () => {
    clearInterval(timer)
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward)
  }
}

/** Environment for servers and commands: the next start finds the modules compiled. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
}

/** Computes one digest of the contents of files, by their paths from the root. */
export function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Stores a digest in the cache folder for the next run. */
export function writeStamp(name, digest) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(join(root, '.cache', name), digest)
}

export function readStamp(name) {
  const file = join(root, '.cache', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
