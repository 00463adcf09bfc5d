import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** The server as a process of its own, on a port that is free, not longer than the test, or until `atEnd`. */
export function startServer(
  environment: Record<string, string>,
  atEnd: (end: () => void) => void = onTestFinished,
) {
  const child = spawn(node, [main], {
    env: { ...process.env, DATABASE_URL: '', DEMO: '0', HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => void child.kill('SIGKILL'))
  let text = ''
  const hear = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<{ status: number | null; signal: string | null; text: string }>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, text }))
  })

  /** Waits for something that it says. */
  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(text)
      if (found) return found
      const more = new Promise((resolve) => {
        child.stdout.once('data', resolve)
        child.stderr.once('data', resolve)
      })
      await Promise.race([more, ended])
      if ((child.exitCode ?? child.signalCode) !== null && !pattern.test(text))
        throw new Error(`It ended without it:\n${text}`)
    }
  }

  return {
    says,
    ended,
    /** Where it answers, once it does. */
    address: async () => (await says(/ready: (http:\/\/\S+)/))[1] ?? '',
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}
