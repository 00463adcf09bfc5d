import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { CommandContext } from '#server/platform/command-line/command.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { explainDiskFull } from '#server/platform/disk-full.ts'
import { ExpectedError, formatError } from '#server/platform/expected-error.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type ClientMessage,
  getSocketPath,
  receiveMessages,
  type ServerMessage,
  sendMessage,
} from './socket-protocol.ts'

/**
 * Runs commands for other processes of the same user: only this process can open the embedded database.
 * @returns a function that stops it
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
    // The folder lock guarantees that an existing socket is stale.
    if (process.platform !== 'win32') await rm(path, { force: true })
    await listen(server, path)
  } catch (err) {
    log.warn({ err }, 'operator commands cannot reach this server; stop it to run them')
  }
  return async () => {
    shutdown.abort(new ExpectedError('The server is shutting down; no partial change remains.'))
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all(connections)
    await closed
  }
}

/** Owner-only from the start: `listen` creates the socket synchronously, under this umask. */
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
  socket.on('error', () => {})
  const abortController = new AbortController()
  const onClose = () =>
    abortController.abort(new ExpectedError('The client disconnected; no partial change remains.'))
  socket.once('close', onClose)
  const send = (message: ServerMessage) => sendMessage(socket, message)
  try {
    const messages = receiveMessages<ClientMessage>(socket)
    const first = await receiveFirst(messages, socket, shutdownSignal)
    if (first && 'args' in first) {
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
    send({ error: formatError(await explainDiskFull(error, context.config)) })
    send({ status: 2 })
  } finally {
    socket.off('close', onClose)
    socket.end()
  }
}

/** A silent client must not delay shutdown. */
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

async function executeCommand(
  { args, cwd, person }: Extract<ClientMessage, { args: string[] }>,
  { db, config }: ServerContext,
  signal: AbortSignal,
  send: (message: ServerMessage) => void,
  log: Log,
) {
  log.info({ command: args[0] }, 'operator command')
  const { runOperatorCommand } = await import('./run.ts')
  return runOperatorCommand(args, {
    openDatabase: async () => ({ ...db, close: async () => {} }),
    config,
    cwd,
    person,
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
    if ('abort' in message) abortController.abort(new ExpectedError(message.abort))
  }
}

const createRemoteProgress = (send: (message: ServerMessage) => void): ImportProgress => ({
  start: (...args) => send({ progress: ['start', args] }),
  advance: (...args) => send({ progress: ['advance', args] }),
  completeFile: (...args) => send({ progress: ['completeFile', args] }),
  startStep: (...args) => send({ progress: ['startStep', args] }),
  end: () => send({ progress: ['end', []] }),
})
