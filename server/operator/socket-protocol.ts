import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ImportProgress } from '#server/ingest/import-files.ts'
import type { ExitStatus } from './command.ts'

/** What an operator's command says to the server beside which it runs. */
export type ClientMessage = { words: string[]; folder: string } | { abort: string }

/** A call of the progress, by its name. */
export type ProgressStep = {
  [Name in keyof ImportProgress]: [Name, Parameters<ImportProgress[Name]>]
}[keyof ImportProgress]

/** What the server says of the command; after the status nothing follows. */
export type ServerMessage =
  | { print: string }
  | { step: ProgressStep }
  | { error: string }
  | { status: ExitStatus }

/** Where the server that holds a data folder hears commands: a socket in it, of few characters, or a named pipe. */
export function getSocketPath(dataDir: string): string {
  const fullPath = resolve(dataDir, 'operator.sock')
  if (process.platform === 'win32')
    return join('\\\\.\\pipe', `hookline-${createHash('sha256').update(fullPath).digest('hex').slice(0, 32)}`)
  const relativePath = relative(process.cwd(), fullPath)
  return relativePath.length < fullPath.length ? relativePath : fullPath
}

/** A message is a line of JSON. */
export const sendMessage = (socket: Socket, message: ClientMessage | ServerMessage) =>
  void socket.write(`${JSON.stringify(message)}\n`)

export async function* receiveMessages<Message extends ClientMessage | ServerMessage>(
  socket: Socket,
): AsyncGenerator<Message> {
  const lines = createInterface({ input: socket })
  // A line that breaks off has no end of its own.
  socket.once('close', () => lines.close())
  for await (const line of lines) yield JSON.parse(line) as Message
}
