import {
  addChannel,
  assignChannel,
  assignChannels,
  cancelChannelRequest,
  deleteChannel,
  dismissClosedChannel,
  findChannel,
  requestReReview,
  unassignChannel,
  unassignChannels,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { readChannelHistory, readRegistration } from '#contract/channels/channel-history.ts'
import { type Channel, exportRegistrations, listChannels, readChannel } from '#contract/channels/channels.ts'
import * as earningDay from '#contract/channels/earning-day.ts'
import { readFirstSteps } from '#contract/channels/first-steps.ts'
import * as release from '#contract/channels/release.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { DeletionMoney } from '#server/people/account/withdrawal.ts'
import { type Account, requireActive } from '#server/platform/auth/roles.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assignMembers, unassignMember } from './lifecycle/assignments.ts'
import { changeAssignments } from './lifecycle/bulk-assignments.ts'
import { setEarningDay } from './lifecycle/earning-day.ts'
import { findAvailableChannel, registerChannel } from './lifecycle/registration.ts'
import { releaseRegistration } from './lifecycle/release.ts'
import { removeChannel } from './lifecycle/removal.ts'
import { dropRequest, selectRequests } from './lifecycle/requests.ts'
import { submitReReview } from './lifecycle/review.ts'
import { startVerification } from './lifecycle/verification.ts'
import { toChannelResponse } from './list/channel-response.ts'
import { dismissChannel, selectClosedChannels } from './list/closed-channels.ts'
import { buildRegistrationTable, getFilterNames } from './list/export.ts'
import { getFirstSteps } from './list/first-steps.ts'
import { findRegistrationId, readHistory } from './list/history.ts'
import { readChannelList } from './list/list.ts'
import { selectPipelineTiming } from './list/timing.ts'
import { getMemberName, selectChannel, selectChannelCounts } from './registrations/queries.ts'
import type { ChannelServices } from './registrations/services.ts'
import { tagRoutes } from './tags/routes.ts'

/** Who reads, and in which language. */
interface Reader {
  account: Account
  locale: Locale
}

export function channelRoutes(app: App, services: ChannelServices, money: DeletionMoney): void {
  const { db, youtube, now } = services
  tagRoutes(app, services)

  async function getChannel({ account, locale }: Reader, id: number): Promise<Channel> {
    const row = await selectChannel(db, account, id)
    if (!row) throw new Refusal('not_found')
    return toChannelResponse(youtube, account, row, locale)
  }

  route(app, services, listChannels, async ({ account, locale, query: { page, size, ...filter } }) => {
    const shown = { limit: size, offset: page * size }
    const list = await readChannelList(services, account, filter, shown, locale)
    const { counts, total } = await selectChannelCounts(db, account, filter)
    const timing = await selectPipelineTiming(db, account, filter, now())
    const requests = await selectRequests(db, account)
    const closed = await selectClosedChannels(db, account, now())
    return { total, page, size, counts, timing, ...list, requests, closed }
  })

  exportRoute(app, services, exportRegistrations, async ({ account, query, locale }) => {
    const { channels, ...figures } = await readChannelList(services, account, query, null, locale)
    const member = await getMemberName(db, account, query.member)
    const filterNames = getFilterNames(query, member, locale)
    return buildRegistrationTable(channels, { ...figures, account, locale, filterNames })
  })

  route(app, services, readChannelHistory, ({ account, locale, query: { id } }) =>
    readHistory(db, account, id, locale),
  )

  route(app, services, readRegistration, async (call) => {
    const { account, locale, query } = call
    const id = await findRegistrationId(db, account, query.channel)
    return { channel: await getChannel(call, id), history: await readHistory(db, account, id, locale) }
  })

  route(app, services, readChannel, async (call) => ({ channel: await getChannel(call, call.query.id) }))

  route(app, services, readFirstSteps, ({ account, locale }) => getFirstSteps(services, account, locale))

  route(app, services, findChannel, async ({ account, query: { link } }) => {
    requireActive(account)
    return { found: await findAvailableChannel(services, account, link) }
  })

  route(app, services, addChannel, async (call) => {
    requireActive(call.account)
    const result = await registerChannel(services, call, call.body)
    return typeof result === 'number'
      ? { channel: await getChannel(call, result), request: null }
      : { channel: null, request: result }
  })

  route(app, services, cancelChannelRequest, async (call) => {
    await dropRequest(db, call, call.body.id)
    return {}
  })

  route(app, services, dismissClosedChannel, async ({ account, body: { id } }) => {
    await dismissChannel(db, account, id)
    return {}
  })

  route(app, services, verifyChannel, async (call) => {
    requireActive(call.account)
    await startVerification(services, call, call.body.id)
    return { channel: await getChannel(call, call.body.id) }
  })

  route(app, services, requestReReview, async (call) => {
    await submitReReview(services, call, call.body.id)
    return { channel: await getChannel(call, call.body.id) }
  })

  route(app, services, assignChannel, async (call) => {
    await assignMembers(db, call, call.body.id, call.body, now())
    return { channel: await getChannel(call, call.body.id) }
  })

  route(app, services, unassignChannel, async (call) => {
    await unassignMember(db, call, call.body.id, call.body, now())
    return { channel: await getChannel(call, call.body.id) }
  })

  route(app, services, assignChannels, async (call) => {
    const { ids, members, from } = call.body
    return { changed: await changeAssignments(db, call, 'assign', { ids, members, day: from }, now()) }
  })

  route(app, services, unassignChannels, async (call) => {
    const { ids, members, until } = call.body
    return { changed: await changeAssignments(db, call, 'unassign', { ids, members, day: until }, now()) }
  })

  route(app, services, earningDay.setEarningDay, async (call) => {
    await setEarningDay(services, call, call.body)
    return {}
  })

  route(app, services, release.releaseRegistration, async (call) => {
    await releaseRegistration(services, call, call.body)
    return {}
  })

  route(app, services, deleteChannel, async (call) => {
    await removeChannel(services, call, call.body, money)
    return {}
  })
}
