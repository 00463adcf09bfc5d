import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Progress } from '#server/ingest/import-files.ts'
import type { ExitStatus } from './command.ts'

/** What an operator's command says to the server beside which it runs. */
export type Asked = { words: string[]; folder: string } | { abort: string }

/** A call of the progress, by its name. */
export type Step = { [Name in keyof Progress]: [Name, Parameters<Progress[Name]>] }[keyof Progress]

/** What the server says of the command; after the status nothing follows. */
export type Told = { print: string } | { step: Step } | { error: string } | { status: ExitStatus }

/** Where the server that holds a data folder hears commands: a socket in it, of few characters, or a named pipe. */
export function socketOf(dataDir: string): string {
  const whole = resolve(dataDir, 'operator.sock')
  if (process.platform === 'win32')
    return join('\\\\.\\pipe', `hookline-${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`)
  const short = relative(process.cwd(), whole)
  return short.length < whole.length ? short : whole
}

/** A message is a line of JSON. */
export const say = (socket: Socket, message: Asked | Told) =>
  void socket.write(`${JSON.stringify(message)}\n`)

export async function* messagesOn<Message extends Asked | Told>(socket: Socket): AsyncGenerator<Message> {
  const lines = createInterface({ input: socket })
  // A line that breaks off has no end of its own.
  socket.once('close', () => lines.close())
  for await (const line of lines) yield JSON.parse(line) as Message
}
