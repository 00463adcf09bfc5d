// @module-tag extended
// @module-tag adapter
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigError } from '#server/platform/config.ts'
import { lockFolder } from '#server/platform/db/adapters/folder-lock.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { BusyError } from '#server/platform/db/database.ts'

const script = fileURLToPath(new URL('../../support/folder-lock-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-lock-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

/** Reads a lock that this process has released. */
async function readLock(): Promise<string> {
  const lock = await lockFolder(folder)
  const [name = ''] = await readdir(folder)
  const text = await readFile(join(folder, name), 'utf8')
  await lock.release()
  return text
}

/** Writes a lock as another process would have left it. */
async function writeLock(text: string, secondsAgo = 0): Promise<string> {
  const file = join(folder, 'in-use-by.another')
  await writeFile(file, text)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(file, then, then)
  return file
}

const findDeadPid = () => String(spawnSync('true').pid)

test('a folder is held by one until it is given back', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(BusyError)
  await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid}. Stop it first`)
  await lock.release()
  await (await lockFolder(folder)).release()
  expect(await readdir(folder)).toEqual([])
})

test('who waits takes over as soon as the folder is free, and says once what it waits for', async () => {
  const lock = await lockFolder(folder)
  const messages: string[] = []
  const wait = {
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onWait: (message: string) => messages.push(message),
  }
  const next = lockFolder(folder, wait)
  await expect.poll(() => messages).toHaveLength(1)
  expect(messages[0]).toBe(
    `The database in ${folder} is in use by process ${process.pid}: waiting up to 60 s for it to end.`,
  )
  await lock.release()
  await (await next).release()
  expect(messages).toHaveLength(1)
  await (await lockFolder(folder, wait)).release()
  expect(messages).toHaveLength(1)
})

test('who waits gives up in the end, or when it is stopped', async () => {
  const lock = await lockFolder(folder)
  const stop = new AbortController()
  await expect(lockFolder(folder, { timeoutMs: 300, signal: stop.signal, onWait() {} })).rejects.toThrow(
    BusyError,
  )
  const next = lockFolder(folder, { timeoutMs: 60_000, signal: stop.signal, onWait: () => stop.abort() })
  await expect(next).rejects.toThrow('aborted')
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test('a process that has ended holds nothing, also when its number is used again', async () => {
  const text = await readLock()
  await writeLock(text.replace(` ${process.pid} `, ` ${findDeadPid()} `))
  await (await lockFolder(folder)).release()
  const again = text.replace(/^(\S+ \S+) \d+/, '$1 1')
  expect(again).not.toBe(text)
  await writeLock(again)
  await (await lockFolder(folder)).release()
  expect(await readdir(folder)).toEqual([])
})

test('another machine or container holds it while it shows signs of life', async () => {
  const text = await readLock()
  const elsewhere = [
    text.replace(hostname(), 'elsewhere'),
    text.replace(/pid:\[\d+\]/, 'pid:[1]'),
    text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-/, '00000000-0000-'),
  ]
  for (const foreign of elsewhere.map((other) => other.replace(` ${process.pid} `, ` ${findDeadPid()} `))) {
    expect(foreign).not.toBe(text)
    await writeLock(foreign, 10)
    await expect(lockFolder(folder)).rejects.toThrow(/another machine or container.*half a minute/)
    const file = await writeLock(foreign, 60)
    await (await lockFolder(folder)).release()
    await expect(stat(file)).rejects.toThrow('ENOENT')
  }
})

test('what cannot be read counts as a holder until it is old', async () => {
  await writeLock('')
  await expect(lockFolder(folder)).rejects.toThrow(BusyError)
  await writeLock('', 60)
  await (await lockFolder(folder)).release()
})

test('the holder shows signs of life, and hears when the folder was taken from it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lock = await lockFolder(folder)
  const [name = ''] = await readdir(folder)
  const file = join(folder, name)
  const text = await readFile(file, 'utf8')
  const old = new Date(Date.now() - 25_000)
  await utimes(file, old, old)
  vi.advanceTimersByTime(5_000)
  await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - 10_000)
  expect(await readFile(file, 'utf8')).toBe(text)
  await rm(file)
  vi.advanceTimersByTime(5_000)
  expect((await lock.compromised).message).toMatch(/taken/)
  expect(await readdir(folder)).toEqual([])
  await lock.release()
})

test('of many who come at once upon a lock that was left behind, one has the folder', async () => {
  const text = await readLock()
  await writeLock(text.replace(` ${process.pid} `, ` ${findDeadPid()} `))
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)))
  const held = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(held).toHaveLength(1)
  await held[0]?.release()
})

test('of many processes who come at once upon a lock that was left behind, one has the folder', async () => {
  const text = await readLock()
  await writeLock(text.replace(` ${process.pid} `, ` ${findDeadPid()} `))
  const children = Array.from({ length: 6 }, () =>
    spawn(node, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = await Promise.all(
    children.map(
      (child) =>
        new Promise<string>((resolve) =>
          child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
        ),
    ),
  )
  for (const child of children) child.stdin.end()
  expect(answers.filter((answer) => answer.startsWith('held'))).toHaveLength(1)
  expect(answers.filter((answer) => answer.includes('is in use by'))).toHaveLength(5)
})

test('a folder that cannot hold a database is refused with its reason', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const [dataDir, reason] of [
    [file, 'it is a file'],
    [join(file, 'below'), 'a part of the path is a file'],
  ] as const)
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(
      new ConfigError(
        `DATA_DIR: the folder ${dataDir} cannot hold the database: ${reason}. Change that, or choose another folder.`,
      ),
    )
})
