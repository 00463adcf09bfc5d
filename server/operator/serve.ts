import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { Progress } from '#server/ingest/import-files.ts'
import type { Log } from '#server/log.ts'
import { type Context, OperatorError, toldOf } from './command.ts'
import { run } from './run.ts'
import { type Asked, messagesOn, say, socketOf, type Told } from './socket.ts'

/**
 * Does the operator's commands on the database that this process holds, for processes of the same user that cannot
 * open it. @returns how to stop
 */
export async function serveOperator(db: Database, config: Config, log: Log): Promise<() => Promise<void>> {
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    const work = attend(socket, { db, config }, ending.signal, log).finally(() => running.delete(work))
    running.add(work)
  })
  const path = socketOf(config.dataDir)
  try {
    // Only one process has the folder: a socket that is there is a dead one's.
    if (process.platform !== 'win32') await rm(path, { force: true })
    await listen(server, path)
  } catch (err) {
    log.warn({ err }, 'operator commands cannot reach this server; they need it stopped')
  }
  return async () => {
    ending.abort(new OperatorError('The server is being stopped; nothing half done is kept.'))
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all(running)
    await closed
  }
}

/** For its own user only, from the first moment: the socket is made before the call returns. */
function listen(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177)
  try {
    return new Promise((resolve, reject) => {
      server.once('error', reject).listen(path, () => resolve())
    })
  } finally {
    process.umask(mask)
  }
}

type Held = Pick<Context, 'db' | 'config'>

async function attend(socket: Socket, held: Held, ending: AbortSignal, log: Log): Promise<void> {
  // Whoever goes away before the end wants nothing more.
  socket.on('error', () => {})
  const stop = new AbortController()
  const left = () => stop.abort(new OperatorError('Whoever asked has gone; nothing half done is kept.'))
  socket.once('close', left)
  const tell = (told: Told) => say(socket, told)
  try {
    const asked = messagesOn<Asked>(socket)
    const first = await firstOf(asked, socket, ending)
    if (first && 'words' in first) {
      void heed(asked, stop).catch((error: unknown) => stop.abort(error))
      tell({ status: await perform(first, held, AbortSignal.any([ending, stop.signal]), tell, log) })
    }
  } catch (error) {
    tell({ error: toldOf(error) })
    tell({ status: 2 })
  } finally {
    socket.off('close', left)
    socket.end()
  }
}

/** Whoever says nothing is waited for no longer than the server lives. */
async function firstOf(
  asked: AsyncGenerator<Asked>,
  socket: Socket,
  ending: AbortSignal,
): Promise<Asked | undefined> {
  const leave = () => socket.destroy()
  ending.addEventListener('abort', leave)
  try {
    return (await asked.next()).value
  } finally {
    ending.removeEventListener('abort', leave)
  }
}

function perform(
  { words, folder }: Extract<Asked, { words: string[] }>,
  { db, config }: Held,
  signal: AbortSignal,
  tell: (told: Told) => void,
  log: Log,
) {
  log.info({ command: words[0] }, 'a command of the operator')
  return run(words, {
    open: async () => ({ ...db, close: async () => {} }),
    config,
    folder,
    signal,
    progress: progressBy(tell),
    print: (line) => tell({ print: line }),
  })
}

async function heed(asked: AsyncGenerator<Asked>, stop: AbortController): Promise<void> {
  for await (const message of asked) {
    if ('abort' in message) stop.abort(new OperatorError(message.abort))
  }
}

const progressBy = (tell: (told: Told) => void): Progress => ({
  begin: (...given) => tell({ step: ['begin', given] }),
  reach: (...given) => tell({ step: ['reach', given] }),
  done: (...given) => tell({ step: ['done', given] }),
  step: (...given) => tell({ step: ['step', given] }),
  end: () => tell({ step: ['end', []] }),
})
