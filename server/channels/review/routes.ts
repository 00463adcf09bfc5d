import * as contract from '#contract/channels/review-queue.ts'
import { selectEarningDays } from '#server/channels/lifecycle/earning-day.ts'
import type { ChannelServices } from '#server/channels/registrations/services.ts'
import { YoutubeError } from '#server/channels/youtube/types.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assign, decide, undo } from './decisions.ts'
import { findQueued, type QueueReader, readQueue, readReviewHistory, selectCompetitors } from './queue.ts'

export function reviewRoutes(app: App, services: ChannelServices): void {
  const { db, now, youtube } = services

  const getReader = ({
    account,
    locale,
  }: Pick<Call<typeof contract.listReviews>, 'account' | 'locale'>): QueueReader => ({
    accountId: account.id,
    scope: getScope(account, 'desk.read'),
    locale,
    now: now(),
  })

  route(app, services, contract.listReviews, (call) => {
    const { competing, mine, ...filter } = call.query
    return readQueue(
      db,
      { ...filter, competing: competing !== undefined, mine: mine !== undefined },
      getReader(call),
    )
  })

  route(app, services, contract.readReview, async (call) => {
    const { id } = call.query
    const review = await findQueued(db, id, getReader(call))
    if (!review) throw new Refusal('not_found')
    const days = await selectEarningDays(db, [id])
    return {
      review,
      competitors: await selectCompetitors(db, review, getReader(call)),
      history: await readReviewHistory(db, id, call.locale),
      today: getPacificDay(now()),
      takenUntil: days.get(id)?.takenUntil ?? null,
    }
  })

  route(app, services, contract.readLatestVideos, async (call) => {
    const review = await findQueued(db, call.query.id, getReader(call))
    if (!review) throw new Refusal('not_found')
    // Whose channel it is pays for it.
    const use = { networkId: review.network.id, purpose: 'look-up' } as const
    try {
      const videos = await youtube.listLatestVideos(review.channelId, contract.latestVideos, use)
      return { videos, failure: null }
    } catch (error) {
      if (!(error instanceof YoutubeError)) throw error
      return { videos: [], failure: error.failure }
    }
  })

  route(app, services, contract.decideReviews, (call) => decide(services, call, call.body))

  route(app, services, contract.undoReviews, async (call) => {
    await undo(services, call, call.body.ids)
    return {}
  })

  route(app, services, contract.assignReviews, async (call) => ({
    changed: await assign(db, call, call.body),
  }))
}
