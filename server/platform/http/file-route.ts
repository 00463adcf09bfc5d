import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { createCall } from './request/call.ts'
import type { Services } from './request/services.ts'
import { type FileSource, sendFile, sendsBytes } from './response/file-response.ts'
import type { Handler } from './route.ts'

export interface StoredFile extends FileSource {
  /** Runs before the first byte leaves, and not for a reply without any. May refuse. */
  record(): Promise<void>
}

/** A file on disk, in ranges if the caller asks for some. */
export function fileRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, StoredFile>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const file = await handle(await createCall(c, services, endpoint))
    if (sendsBytes(c, file)) await file.record()
    return sendFile(c, file)
  })
}
