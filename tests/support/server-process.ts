import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const mainScript = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

interface ProcessOptions {
  /** Another user. */
  uid?: number | undefined
  /** Descriptor of a file for the log. */
  stdout?: number
}

/** Starts the server as a separate process on a free port, until the test ends, or until `onFinished` calls back. */
export function startServer(
  environment: Record<string, string>,
  onFinished: (end: () => void) => void = onTestFinished,
  { uid, stdout }: ProcessOptions = {},
) {
  const child = spawn(node, [mainScript], {
    env: { ...process.env, DATABASE_URL: '', DEMO: '0', HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  onFinished(() => void child.kill('SIGKILL'))
  let text = ''
  const appendOutput = (chunk: Buffer) => {
    text += chunk
  }
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null)
  for (const output of outputs) output.on('data', appendOutput)
  const ended = new Promise<{ status: number | null; signal: string | null; text: string }>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, text }))
  })

  /** Waits for output that matches the pattern. */
  async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      const nextChunk = new Promise((resolve) => {
        for (const output of outputs) output.once('data', resolve)
      })
      await Promise.race([nextChunk, ended])
      if ((child.exitCode ?? child.signalCode) !== null && !pattern.test(text))
        throw new Error(`It ended without it:\n${text}`)
    }
  }

  return {
    waitForOutput,
    ended,
    /** The address at which it answers, once it does. */
    address: async () => (await waitForOutput(/ready: (http:\/\/\S+)/))[1] ?? '',
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}
