import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ImportProgress } from '#server/ingest/import-files.ts'
import type { ExitStatus } from './command.ts'

export type ClientMessage = { args: string[]; cwd: string } | { abort: string }

/** A method call on the client's progress. */
export type ProgressCall = {
  [Name in keyof ImportProgress]: [Name, Parameters<ImportProgress[Name]>]
}[keyof ImportProgress]

/** The status is the last message. */
export type ServerMessage =
  | { print: string }
  | { progress: ProgressCall }
  | { error: string }
  | { status: ExitStatus }

/** A Unix socket in the data folder, as a short path because its length is limited, or a named pipe. */
export function getSocketPath(dataDir: string): string {
  const fullPath = resolve(dataDir, 'operator.sock')
  if (process.platform === 'win32')
    return join('\\\\.\\pipe', `hookline-${createHash('sha256').update(fullPath).digest('hex').slice(0, 32)}`)
  const relativePath = relative(process.cwd(), fullPath)
  return relativePath.length < fullPath.length ? relativePath : fullPath
}

/** Messages are lines of JSON. */
export const sendMessage = (socket: Socket, message: ClientMessage | ServerMessage) =>
  void socket.write(`${JSON.stringify(message)}\n`)

export async function* receiveMessages<Message extends ClientMessage | ServerMessage>(
  socket: Socket,
): AsyncGenerator<Message> {
  const lines = createInterface({ input: socket })
  // readline does not end by itself when the connection is lost.
  socket.once('close', () => lines.close())
  for await (const line of lines) yield JSON.parse(line) as Message
}
