import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CommandContext, OperatorError } from '#server/platform/command-line/command.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { FetchError } from '#server/reports/fetching/api/fetch-error.ts'
import {
  type AuthorizeDependencies,
  type ContentOwner,
  finishAuthorization,
  startAuthorization,
} from '#server/reports/fetching/authorize.ts'

const waitMs = 10 * 60_000

async function withConsentErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FetchError ? new OperatorError(`Not connected: ${error.message}.`) : error
  }
}

export const finishConsent = (dependencies: AuthorizeDependencies, address: URL): Promise<ContentOwner> =>
  withConsentErrors(() => finishAuthorization(dependencies, address))

/** Loopback redirect (RFC 8252): Google sends the person's browser back to a server on this machine. */
export async function waitForConsent(
  { print, signal }: Pick<CommandContext, 'print' | 'signal'>,
  dependencies: AuthorizeDependencies,
  contentOwner: ContentOwner,
): Promise<ContentOwner> {
  const { promise, resolve, reject } = Promise.withResolvers<ContentOwner>()
  // It may fail before anybody waits for it.
  promise.catch(() => {})
  const server = createServer({ maxHeaderSize: 16 * 1024 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let state: string | null = null
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  server.on('request', async (request, response) => {
    const address = new URL(request.url ?? '/', redirectUri)
    // Browsers also ask for an icon.
    if (request.method !== 'GET' || address.pathname !== '/' || !address.searchParams.has('state'))
      return sendText(response, 404, 'There is nothing here.')
    // Any page in the browser could send one: the command goes on waiting for the person.
    if (address.searchParams.get('state') !== state)
      return sendText(response, 400, 'This address does not belong to the consent that is waited for.')
    // The browser gets its answer before the command ends.
    try {
      const connected = await finishConsent(dependencies, address)
      response.once('close', () => resolve(connected))
      sendText(response, 200, 'Connected. You can close this window.')
    } catch (error) {
      response.once('close', () => reject(error))
      sendText(response, 400, error instanceof OperatorError ? error.message : 'Not connected.')
    }
  })
  const expiry = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  expiry.addEventListener('abort', () =>
    reject(
      expiry.reason instanceof ExpectedError
        ? expiry.reason
        : new OperatorError('Nobody consented within ten minutes. Nothing was changed.'),
    ),
  )
  try {
    const url = await withConsentErrors(() => startAuthorization(dependencies, contentOwner, redirectUri))
    state = new URL(url).searchParams.get('state')
    const request = 'Open this address in a browser, as a person with access to the content owner:'
    print([request, '', url, '', 'Waiting for the consent …'])
    return await promise
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      Connection: 'close',
    })
    .end(`${text}\n`)
}
