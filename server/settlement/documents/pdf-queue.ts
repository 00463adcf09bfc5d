import { Worker } from 'node:worker_threads'
import { type AdmissionLimits, createAdmission } from '#server/platform/http/admission/admission.ts'
import type { Precedence } from '#server/platform/http/admission/precedence.ts'
import type { PdfRequest, PdfResponse } from './pdf-worker.ts'

/** A document takes half a second: the last of these waits for ten. */
export const pdfLimits: AdmissionLimits = { running: 1, waiting: 20, retryAfterSeconds: 5 }
const idleMs = 60_000
/** A process that drew 300 channels had 240 MB more. */
const resourceLimits = { maxOldGenerationSizeMb: 384 }

export interface PdfQueue {
  /** @throws {Refusal} `unavailable` when too many wait */
  render(precedence: Precedence, request: PdfRequest): Promise<Uint8Array>
}

/** Draws off the main thread, which answers everybody's calls, one document at a time; the thread ends when it is idle. */
export function createPdfQueue(): PdfQueue {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  const admission = createAdmission(pdfLimits)

  function start(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { resourceLimits })
    started.unref()
    // The next document gets a new one.
    return started.once('exit', () => {
      if (worker === started) worker = undefined
    })
  }

  function stop(): void {
    void worker?.terminate()
    worker = undefined
  }

  function draw(request: PdfRequest): Promise<Uint8Array> {
    clearTimeout(idleTimer)
    worker ??= start()
    return ask(worker, request).finally(() => {
      idleTimer = setTimeout(stop, idleMs).unref()
    })
  }

  return { render: (precedence, request) => admission.admit(precedence, () => draw(request)) }
}

/** @throws {Error} when the document cannot be drawn, or the thread ends */
async function ask(worker: Worker, request: PdfRequest): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfResponse>()
  const onExit = () => reject(new Error('The thread that draws documents has ended.'))
  worker.once('message', resolve).once('error', reject).once('exit', onExit)
  worker.postMessage(request)
  try {
    const response = await promise
    if ('error' in response) throw new Error(response.error)
    return response.pdf
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
  }
}
