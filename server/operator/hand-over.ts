import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, type ExitStatus, OperatorError } from './command.ts'
import { messagesOn, type Step, say, socketOf, type Told } from './socket.ts'

type Hearing = Omit<Context, 'db' | 'config'> & { complain(line: string): void }

const askAgainMs = 200

/**
 * Lets the server that holds the data folder do a command.
 * @returns null when there is none, also after some patience with one that is just starting
 */
export async function handOver(
  dataDir: string,
  words: readonly string[],
  hearing: Hearing,
  patienceMs = 0,
): Promise<ExitStatus | null> {
  const until = Date.now() + patienceMs
  for (;;) {
    const socket = await reach(socketOf(dataDir))
    if (socket) return follow(socket, words, hearing)
    if (Date.now() >= until || hearing.signal.aborted) return null
    await pause(askAgainMs)
  }
}

async function reach(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    // Whatever it is, nobody answers there.
    return null
  }
}

async function follow(socket: Socket, words: readonly string[], hearing: Hearing): Promise<ExitStatus> {
  const { folder, signal } = hearing
  const abort = () => say(socket, { abort: (signal.reason as Error).message })
  signal.addEventListener('abort', abort)
  socket.on('error', () => {})
  say(socket, { words: [...words], folder })
  if (signal.aborted) abort()
  try {
    for await (const told of messagesOn<Told>(socket)) {
      if ('status' in told) return told.status
      hear(told, hearing)
    }
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
  }
  throw new OperatorError('The server has ended before the command did; nothing half done is kept.')
}

function hear(told: Exclude<Told, { status: ExitStatus }>, { print, progress, complain }: Hearing): void {
  if ('print' in told) print(told.print)
  else if ('error' in told) complain(told.error)
  else replay(told.step, progress)
}

function replay([name, given]: Step, progress: Hearing['progress']): void {
  const call = progress[name] as (...given: readonly unknown[]) => void
  call(...given)
}
