import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { ImportProgress } from '#server/ingest/import-files.ts'
import type { Log } from '#server/log.ts'
import { type CommandContext, formatError, OperatorError } from './command.ts'
import { runOperatorCommand } from './run.ts'
import {
  type ClientMessage,
  getSocketPath,
  receiveMessages,
  type ServerMessage,
  sendMessage,
} from './socket-protocol.ts'

/**
 * Does the operator's commands on the database that this process holds, for processes of the same user that cannot
 * open it. @returns how to stop
 */
export async function startOperatorSocket(
  db: Database,
  config: Config,
  log: Log,
): Promise<() => Promise<void>> {
  const shutdown = new AbortController()
  const connections = new Set<Promise<void>>()
  const server = createServer((socket) => {
    const connection = handleConnection(socket, { db, config }, shutdown.signal, log).finally(() =>
      connections.delete(connection),
    )
    connections.add(connection)
  })
  const path = getSocketPath(config.dataDir)
  try {
    // Only one process has the folder: a socket that is there is a dead one's.
    if (process.platform !== 'win32') await rm(path, { force: true })
    await listen(server, path)
  } catch (err) {
    log.warn({ err }, 'operator commands cannot reach this server; they need it stopped')
  }
  return async () => {
    shutdown.abort(new OperatorError('The server is being stopped; nothing half done is kept.'))
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all(connections)
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

type ServerContext = Pick<CommandContext, 'db' | 'config'>

async function handleConnection(
  socket: Socket,
  context: ServerContext,
  shutdownSignal: AbortSignal,
  log: Log,
): Promise<void> {
  // Whoever goes away before the end wants nothing more.
  socket.on('error', () => {})
  const abortController = new AbortController()
  const onClose = () =>
    abortController.abort(new OperatorError('Whoever asked has gone; nothing half done is kept.'))
  socket.once('close', onClose)
  const send = (told: ServerMessage) => sendMessage(socket, told)
  try {
    const messages = receiveMessages<ClientMessage>(socket)
    const first = await receiveFirst(messages, socket, shutdownSignal)
    if (first && 'words' in first) {
      void listenForAbort(messages, abortController).catch((error: unknown) => abortController.abort(error))
      send({
        status: await executeCommand(
          first,
          context,
          AbortSignal.any([shutdownSignal, abortController.signal]),
          send,
          log,
        ),
      })
    }
  } catch (error) {
    send({ error: formatError(error) })
    send({ status: 2 })
  } finally {
    socket.off('close', onClose)
    socket.end()
  }
}

/** Whoever says nothing is waited for no longer than the server lives. */
async function receiveFirst(
  messages: AsyncGenerator<ClientMessage>,
  socket: Socket,
  shutdownSignal: AbortSignal,
): Promise<ClientMessage | undefined> {
  const onAbort = () => socket.destroy()
  shutdownSignal.addEventListener('abort', onAbort)
  try {
    return (await messages.next()).value
  } finally {
    shutdownSignal.removeEventListener('abort', onAbort)
  }
}

function executeCommand(
  { words, folder }: Extract<ClientMessage, { words: string[] }>,
  { db, config }: ServerContext,
  signal: AbortSignal,
  send: (told: ServerMessage) => void,
  log: Log,
) {
  log.info({ command: words[0] }, 'a command of the operator')
  return runOperatorCommand(words, {
    openDatabase: async () => ({ ...db, close: async () => {} }),
    config,
    cwd: folder,
    signal,
    progress: createRemoteProgress(send),
    print: (line) => send({ print: line }),
  })
}

async function listenForAbort(
  messages: AsyncGenerator<ClientMessage>,
  abortController: AbortController,
): Promise<void> {
  for await (const message of messages) {
    if ('abort' in message) abortController.abort(new OperatorError(message.abort))
  }
}

const createRemoteProgress = (send: (told: ServerMessage) => void): ImportProgress => ({
  start: (...given) => send({ step: ['start', given] }),
  advance: (...given) => send({ step: ['advance', given] }),
  completeFile: (...given) => send({ step: ['completeFile', given] }),
  startStep: (...given) => send({ step: ['startStep', given] }),
  end: () => send({ step: ['end', []] }),
})
