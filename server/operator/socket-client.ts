import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { CommandContext, ExitStatus } from '#server/platform/command-line/command.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import {
  getSocketPath,
  type ProgressCall,
  receiveMessages,
  type ServerMessage,
  sendMessage,
} from './socket-protocol.ts'

type ClientContext = Omit<CommandContext, 'db' | 'config'> & {
  person?: string | undefined
  printError(line: string): void
}

const retryDelayMs = 200

/** @returns null when no server accepts the connection within the timeout */
export async function delegateToServer(
  dataDir: string,
  args: readonly string[],
  context: ClientContext,
  timeoutMs = 0,
): Promise<ExitStatus | null> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const socket = await connectSocket(getSocketPath(dataDir))
    if (socket) return runRemotely(socket, args, context)
    if (Date.now() >= deadline || context.signal.aborted) return null
    await pause(retryDelayMs)
  }
}

async function connectSocket(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return null
  }
}

async function runRemotely(
  socket: Socket,
  args: readonly string[],
  context: ClientContext,
): Promise<ExitStatus> {
  const { cwd, person, signal } = context
  const abort = () => sendMessage(socket, { abort: (signal.reason as Error).message })
  signal.addEventListener('abort', abort)
  socket.on('error', () => {})
  sendMessage(socket, { args: [...args], cwd, person })
  if (signal.aborted) abort()
  try {
    for await (const message of receiveMessages<ServerMessage>(socket)) {
      if ('status' in message) return message.status
      handleServerMessage(message, context)
    }
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
  }
  throw new ExpectedError('The server stopped before the command finished; no partial change remains.')
}

function handleServerMessage(
  message: Exclude<ServerMessage, { status: ExitStatus }>,
  { print, progress, printError }: ClientContext,
): void {
  if ('print' in message) print(message.print)
  else if ('error' in message) printError(message.error)
  else replayProgress(message.progress, progress)
}

function replayProgress([name, args]: ProgressCall, progress: ClientContext['progress']): void {
  const call = progress[name] as (...callArgs: readonly unknown[]) => void
  call(...args)
}
