import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ExitStatus } from '#server/platform/command-line/command.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

export type ClientMessage = { args: string[]; cwd: string; person?: string | undefined } | { abort: string }

export type ProgressCall = {
  [Name in keyof ImportProgress]: [Name, Parameters<ImportProgress[Name]>]
}[keyof ImportProgress]

/** The exit status is always the last message. */
export type ServerMessage =
  | { print: string }
  | { progress: ProgressCall }
  | { error: string }
  | { status: ExitStatus }

/** A Unix socket, shortened because socket paths are length-limited, or a named pipe on Windows. */
export function getSocketPath(dataDir: string): string {
  const fullPath = resolve(dataDir, 'operator.sock')
  if (process.platform === 'win32')
    return join('\\\\.\\pipe', `hookline-${createHash('sha256').update(fullPath).digest('hex').slice(0, 32)}`)
  const relativePath = relative(process.cwd(), fullPath)
  return relativePath.length < fullPath.length ? relativePath : fullPath
}

/** Newline-delimited JSON. */
export const sendMessage = (socket: Socket, message: ClientMessage | ServerMessage) =>
  void socket.write(`${JSON.stringify(message)}\n`)

export async function* receiveMessages<Message extends ClientMessage | ServerMessage>(
  socket: Socket,
): AsyncGenerator<Message> {
  const lines = createInterface({ input: socket })
  // readline does not end on its own when the connection drops.
  socket.once('close', () => lines.close())
  for await (const line of lines) yield JSON.parse(line) as Message
}
