import { followChannels } from '#contract/channels.ts'
import { type App, admit, Refusal, type Services } from '#server/http.ts'
import { standingOf } from '#server/session.ts'
import { type Follower, Followers } from './followers.ts'

/** Serves `followChannels`: who follows is told that something has changed in their network, and nothing else. */
export function followRoute(app: App, services: Services): void {
  const followers = new Followers()
  services.db.listen({
    connected() {
      followers.tell()
      followers.checkSoon()
    },
    lost: () => {},
    changed(kind) {
      const [what, network] = kind.split(' ')
      if (what === 'channels') followers.tell(Number(network))
      else if (what === 'sessions' || what === 'accounts' || what === 'sites') followers.checkSoon()
    },
  })
  services.ending?.addEventListener('abort', () => followers.end())
  app.on('GET', `/${followChannels.path}`, async (c) => {
    const { account, site, token } = await admit(c, services, followChannels)
    const follower: Follower = {
      accountId: account.id,
      networkId: account.networkId,
      isSame: async () =>
        standingOf(await services.kept.session(site, token, services.now())) === standingOf(account),
    }
    const events = services.ending?.aborted ? null : followers.add(follower)
    if (!events) throw new Refusal('too_many', { retryAfterSeconds: 30 })
    return c.body(events, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // A proxy that waits for more would keep it.
      'X-Accel-Buffering': 'no',
    })
  })
}
