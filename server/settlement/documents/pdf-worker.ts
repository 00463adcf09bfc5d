import { parentPort } from 'node:worker_threads'
import { renderStatement, type StatementDocument } from './statement-document.ts'

/** One at a time: the answer to the request before it is sent first. */
export type PdfRequest = StatementDocument
export type PdfResponse = { pdf: Uint8Array } | { error: string }

const port = parentPort
if (!port) throw new Error('Documents are drawn in a worker thread.')

port.on('message', async (request: PdfRequest) => {
  port.postMessage(await respond(request))
})

async function respond(request: PdfRequest): Promise<PdfResponse> {
  try {
    return { pdf: await renderStatement(request) }
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) }
  }
}
