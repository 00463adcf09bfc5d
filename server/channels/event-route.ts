import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { getRoleKey } from '#server/platform/auth/roles.ts'
import { createCall } from '#server/platform/http/request/call.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { getIpNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Subscriber, Subscribers } from './list/subscribers.ts'

/** Server-sent events that only say that something in the network changed, without details. */
export function channelEventRoute(app: App, services: Services): void {
  const subscribers = new Subscribers()
  services.db.listen({
    onConnect() {
      subscribers.notify()
      subscribers.scheduleSessionCheck()
    },
    onDisconnect: () => {},
    onChange(kind) {
      const [topic, network] = kind.split(' ')
      if (topic === 'channels') subscribers.notify(Number(network))
      else if (topic === 'sessions' || topic === 'accounts' || topic === 'sites')
        subscribers.scheduleSessionCheck()
    },
  })
  services.shutdownSignal?.addEventListener('abort', () => subscribers.close())
  app.on('GET', `/${streamChannelChanges.path}`, async (c) => {
    const { account, site, token, address } = await createCall(c, services, streamChannelChanges)
    const subscriber: Subscriber = {
      accountId: account.id,
      networkId: account.networkId,
      ipNetwork: getIpNetwork(address),
      isSessionUnchanged: async () =>
        getRoleKey(await services.cache.findAccount(site, token, services.now())) === getRoleKey(account),
    }
    const events = services.shutdownSignal?.aborted ? null : subscribers.add(subscriber)
    if (!events) throw new Refusal('too_many', { control: 'event-streams', retryAfterSeconds: 30 })
    return c.body(events, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Disables response buffering in nginx.
      'X-Accel-Buffering': 'no',
    })
  })
}
