import { execFile } from 'node:child_process'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { MediaStore } from '#server/platform/media/media-store.ts'
import { startServer } from '#tests/support/server-process.ts'

const operatorScript = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const nobody = 65_534
const isRoot = process.getuid?.() === 0

let template: string
let parent: string
let folder: string
let umask: number
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'hookline-template-'))
  const db = await openDatabase({ databaseUrl: undefined, dataDir: template })
  await migrate(db)
  await db.close()
})
afterAll(() => rm(template, { recursive: true, force: true }))
beforeEach(async () => {
  // Most machines start programs with this one; children inherit it.
  umask = process.umask(0o022)
  parent = await mkdtemp(join(tmpdir(), 'hookline-private-'))
  await chmod(parent, 0o755)
  folder = join(parent, 'data')
})
afterEach(async () => {
  process.umask(umask)
  await rm(parent, { recursive: true, force: true })
})

const start = (environment: Record<string, string> = {}, uid?: number) =>
  startServer({ DATA_DIR: folder, ...environment }, undefined, { uid })

async function stop(server: ReturnType<typeof start>): Promise<string> {
  server.kill('SIGTERM')
  return (await server.ended).text
}

const runOperator = (...args: string[]) =>
  promisify(execFile)(node, [operatorScript, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder },
  }).catch((error: { stdout: string; stderr: string }) => error)

/** A running server deletes files. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

/** Lists what other users may do anything with, and counts all files. */
async function listOpenPaths(path: string): Promise<{ open: string[]; files: number }> {
  const entry = await lstat(path).catch(ignoreMissing)
  if (!entry) return { open: [], files: 0 }
  const { mode } = entry
  const open = (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`]
  const names = (mode & 0o170000) === 0o040000 ? await readdir(path) : []
  const below = await Promise.all(names.map((name) => listOpenPaths(join(path, name))))
  return {
    open: [...open, ...below.flatMap((part) => part.open)],
    files: below.reduce((sum, part) => sum + part.files, 1),
  }
}

async function openToOthers(path: string): Promise<void> {
  const isFolder = (await lstat(path)).isDirectory()
  await chmod(path, isFolder ? 0o755 : 0o644)
  if (isFolder) for (const name of await readdir(path)) await openToOthers(join(path, name))
}

async function expectPrivate(path: string): Promise<void> {
  const { open, files } = await listOpenPaths(path)
  expect(open).toEqual([])
  expect(files).toBeGreaterThan(500)
}

test('nobody else can read what the first start and commands write', async () => {
  const server = start()
  await server.address()
  await expectPrivate(folder)
  const backup = join(parent, 'a.backup')
  await runOperator('backup', backup)
  await stop(server)
  await runOperator('rates', 'set', '2026-11-01', '1400')
  await expectPrivate(folder)
  expect((await listOpenPaths(backup)).open).toEqual([])
})

describe('in a folder that others can read', () => {
  beforeEach(async () => {
    await cp(template, folder, { recursive: true })
    await mkdir(join(folder, 'media', 'covers'), { recursive: true })
    await writeFile(join(folder, 'secret.key'), `${'A'.repeat(43)}=\n`)
    await writeFile(join(folder, 'media', 'covers', 'one.avif'), '')
    await openToOthers(folder)
    expect((await listOpenPaths(folder)).open.length).toBeGreaterThan(500)
  })

  test('so does a command that uses the database itself', async () => {
    await runOperator('rates', 'set', '2026-11-01', '1400')
    await expectPrivate(folder)
  })

  test('a start with a PostgreSQL server protects the key', async () => {
    const server = start({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    await server.ended
    await expectPrivate(folder)
  })

  test('a start takes every file away from them, and doctor says what was opened later', async () => {
    const countReadable = async () => {
      const { stdout } = await promisify(execFile)('find', [folder, '-readable', '-type', 'f'], {
        uid: nobody,
        gid: nobody,
      }).catch((error: { stdout: string }) => error)
      return stdout.split('\n').length - 1
    }
    if (isRoot) expect(await countReadable()).toBeGreaterThan(500)
    const server = start()
    await server.address()
    await expectPrivate(folder)
    if (isRoot) expect(await countReadable()).toBe(0)
    await chmod(folder, 0o755)
    await chmod(join(folder, 'secret.key'), 0o644)
    const { stdout } = await runOperator('doctor')
    expect(stdout).toContain(`other users of this machine can read ${folder} (mode 0755)`)
    expect(stdout).toContain(`chmod -R go-rwx ${folder}`)
    expect(stdout).toContain(`the mode of ${folder}/secret.key lets other users read it (0644)`)
    expect(stdout).toContain(`chmod 600 ${folder}/secret.key`)
    await chmod(folder, 0o700)
    await chmod(join(folder, 'secret.key'), 0o600)
    expect((await runOperator('doctor')).stdout).toContain(`only this user can read ${folder}`)
    expect(await stop(server)).not.toContain('private files')
  })
})

describe.skipIf(!isRoot)('the folder of another user', () => {
  test('a volume whose root cannot be closed: what it holds is, and the start names the rest', async () => {
    await mkdir(folder)
    await chmod(folder, 0o777)
    const server = start({}, nobody)
    await server.address()
    const { open } = await listOpenPaths(folder)
    expect(open).toEqual([`${folder} 777`])
    const text = await stop(server)
    expect(text).toContain(`other users of this machine can read ${folder} (mode 0777)`)
    expect(text).toContain('It belongs to another user (uid 0)')
  })

  test('a database of another user ends the start with what to do', async () => {
    await cp(template, folder, { recursive: true })
    await chown(folder, nobody, nobody)
    const { status, text } = await start({}, nobody).ended
    expect(status).toBe(1)
    expect(text).toContain(`chown -R <user> ${join(folder, 'postgres')}`)
    expect(text).not.toMatch(/at .+:\d+:\d+/)
  })
})

test('pictures follow the folder of media that the operator has chosen', async () => {
  const media = join(parent, 'shared')
  await mkdir(media)
  await chmod(media, 0o755)
  process.umask(0o077)
  const store = new MediaStore(media)
  await store.prepare()
  const cover = await readFile(fileURLToPath(new URL('../../docs/dashboard.png', import.meta.url)))
  await store.store('logos', cover, 'store')
  const [name = ''] = await readdir(join(media, 'logos'))
  expect((await lstat(join(media, 'logos'))).mode & 0o777).toBe(0o755)
  expect((await lstat(join(media, 'logos', name))).mode & 0o777).toBe(0o644)
})
