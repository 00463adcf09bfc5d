import type { Endpoint, EndpointOutput } from '#contract/platform/endpoint.ts'
import { getRoleKey } from '#server/platform/auth/roles.ts'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { translate } from '#server/platform/texts.ts'
import { type Call, createCall } from './request/call.ts'
import { validateOutput } from './request/input.ts'
import type { Services } from './request/services.ts'
import { sendBody, sendUncompressed } from './response/response.ts'
import { createResponseBody } from './response/response-body.ts'

export type Handler<E extends Endpoint, Result> = (call: Call<E>) => Promise<Result>

export function route<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, EndpointOutput<E>>,
): void {
  app.on(endpoint.method, `/${endpoint.path}`, async (c) => {
    const text = serializeResponse(c, endpoint, await handle(await createCall(c, services, endpoint)))
    return endpoint.method === 'GET' ? sendBody(c, createResponseBody(text)) : sendUncompressed(c, text)
  })
}

/**
 * Cached after authorization: the output may depend only on the caller's role, the query, the language,
 * what `readRevision` returns, and data whose changes the database notifies.
 */
export function cachedRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, EndpointOutput<E>>,
  readRevision?: () => Promise<unknown>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const call = await createCall(c, services, endpoint)
    // The whole role, not just the id: it may have changed since the cache was last cleared.
    const { account, locale, requestedLocale, query } = call
    const languages = [locale, requestedLocale]
    const revision = await readRevision?.()
    const cacheKey = JSON.stringify([getRoleKey(account), endpoint.name, languages, query, revision])
    const render = async () => createResponseBody(serializeResponse(c, endpoint, await handle(call)))
    return sendBody(c, await services.cache.getBody(account, cacheKey, render))
  })
}

const serializeResponse = (c: AppContext, endpoint: Endpoint, output: unknown): string =>
  JSON.stringify({
    ...(validateOutput(endpoint, output) as object),
    success: true,
    message: translate('messages:ok', c.get('locale')),
  })
