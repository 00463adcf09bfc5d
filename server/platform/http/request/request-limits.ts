import type { App } from '#server/platform/http/response/context.ts'
import { getIpNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getClientAddress } from './call.ts'
import type { Services } from './services.ts'

/** Requests in progress, so few that only a flood reaches it. Per process. */
export const maxRequestsPerNetwork = 256

const retryAfterSeconds = 2

/** Concurrency limit per network; behind a proxy, the network that the proxy forwards. */
export function limitRequests(app: App, { behindProxy }: Pick<Services, 'behindProxy'>): void {
  const counts = new Map<string, number>()
  app.use(async (c, next) => {
    const network = getIpNetwork(getClientAddress(c, behindProxy))
    const count = counts.get(network) ?? 0
    if (count >= maxRequestsPerNetwork)
      throw new Refusal('too_many', { control: 'requests-in-progress', retryAfterSeconds })
    counts.set(network, count + 1)
    try {
      await next()
    } finally {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    }
  })
}
