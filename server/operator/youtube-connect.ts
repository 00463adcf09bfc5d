import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { FetchError } from '#server/reports/fetching/api/fetch-error.ts'
import {
  type AuthorizeDependencies,
  type ContentOwner,
  finishAuthorization,
  startAuthorization,
} from '#server/reports/fetching/authorize.ts'
import { type CommandContext, createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { parseOwner } from './parsers.ts'
import { createAuthorizeDependencies } from './youtube.ts'

const waitMs = 10 * 60_000

export const youtubeConnectCommand = (schedule: Schedule) =>
  createCommand('connect', {
    summary: 'let a person consent that the reports of a content owner are fetched',
    help: `Prints the address of Google’s page of consent, and waits ten minutes for the person to return from it. The browser
must be on this machine. If it is not, it shows a page that does not load after the consent: copy the address of that
page and, on this machine, run: youtube connect --redirected '<address>'. It works once, within 30 minutes.
Connecting again renews the consent.`,
    examples: [
      'youtube connect --owner AbCdEfGhIjKlMnOpQrStUv',
      'youtube connect --owner main --content-owner AbCdEfGhIjKlMnOpQrStUv',
    ],
    exitStatus: '0 connected, 2 not connected',
  })
    .option('--owner <name>', 'content owner, as its reports are imported', parseOwner)
    .option('--content-owner <id>', 'YouTube’s id of the content owner (default: the name)', parseOwner)
    .option('--redirected <address>', 'address to which the browser was sent after the consent', parseAddress)
    .action(({ owner, contentOwner: contentOwnerId = owner, redirected }) => {
      if ((redirected === undefined) === (owner === undefined))
        throw new UsageError('Give either --owner, or --redirected to finish what --owner began.')
      schedule(async (context) => {
        const dependencies = createAuthorizeDependencies(context)
        const connected =
          owner === undefined || contentOwnerId === undefined
            ? await finish(dependencies, redirected as URL)
            : await waitForConsent(context, dependencies, { owner, contentOwnerId })
        context.print(
          `${connected.owner} is connected (content owner ${connected.contentOwnerId}). The server begins to fetch within a minute; see: youtube status`,
        )
      })
    })

function parseAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new InvalidArgumentError('Expected the whole address, beginning with http://127.0.0.1.')
}

async function withOperatorErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchError) throw new OperatorError(`Not connected: ${error.message}.`)
    throw error
  }
}

const finish = (dependencies: AuthorizeDependencies, address: URL): Promise<ContentOwner> =>
  withOperatorErrors(() => finishAuthorization(dependencies, address))

async function waitForConsent(
  { print, signal }: Pick<CommandContext, 'print' | 'signal'>,
  dependencies: AuthorizeDependencies,
  contentOwner: ContentOwner,
): Promise<ContentOwner> {
  const server = createServer({ maxHeaderSize: 16 * 1024 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const url = await withOperatorErrors(() => startAuthorization(dependencies, contentOwner, redirectUri))
    print([
      'Open this address in a browser, as a person with access to the content owner:',
      '',
      url,
      '',
      'Waiting for the consent …',
    ])
    return await receiveConsent(
      server,
      redirectUri,
      AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
      (address) => finish(dependencies, address),
    )
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Answers the browser as soon as it is known what became of the consent. */
function receiveConsent(
  server: Server,
  redirectUri: string,
  signal: AbortSignal,
  settle: (address: URL) => Promise<ContentOwner>,
): Promise<ContentOwner> {
  const { promise, resolve, reject } = Promise.withResolvers<ContentOwner>()
  signal.addEventListener('abort', () =>
    reject(
      signal.reason instanceof OperatorError
        ? signal.reason
        : new OperatorError('Nobody consented within ten minutes. Nothing was changed.'),
    ),
  )
  server.on('request', (request, response) => {
    const address = new URL(request.url ?? '/', redirectUri)
    // Browsers also ask for an icon.
    if (request.method !== 'GET' || address.pathname !== '/' || !address.searchParams.has('state'))
      return sendText(response, 404, 'There is nothing here.')
    settle(address).then(
      (connected) => {
        sendText(response, 200, 'Connected. You can close this window.')
        response.once('close', () => resolve(connected))
      },
      (error: Error) => {
        sendText(response, 400, error instanceof OperatorError ? error.message : 'Not connected.')
        response.once('close', () => reject(error))
      },
    )
  })
  return promise
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
