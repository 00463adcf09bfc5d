import {
  addChannel,
  assignChannel,
  type Channel,
  deleteChannel,
  dropChannelRequest,
  findChannel,
  listChannels,
  readChannel,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from '#contract/channels.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import type { Account } from '#server/session.ts'
import { assignTo, unassignFrom } from './assignments.ts'
import { selectChannels, selectCounts } from './queries.ts'
import { addChannel as add, findFree } from './registration.ts'
import { removeChannel } from './removal.ts'
import { dropRequest, selectRequests } from './requests.ts'
import { askReReview } from './review.ts'
import { shown } from './shown.ts'
import { beginVerification } from './verification.ts'

export function channelRoutes(app: App, services: Services): void {
  const { db, youtube, now } = services

  async function one(account: Account, id: number): Promise<Channel> {
    const [row] = await selectChannels(db, account, { id })
    if (!row) throw new Refusal('not_found')
    return shown(youtube, account, row)
  }

  route(app, services, listChannels, async ({ account, query: { page, size, ...choice } }) => {
    if (choice.member !== undefined && account.permissionFlag !== 1) throw new Refusal('forbidden')
    const { counts, total } = await selectCounts(db, account, choice)
    const rows = await selectChannels(db, account, { ...choice, limit: size, offset: page * size })
    const channels = rows.map((row) => shown(youtube, account, row))
    return { total, page, size, counts, channels, requests: await selectRequests(db, account) }
  })

  route(app, services, readChannel, async ({ account, query: { id } }) => ({
    channel: await one(account, id),
  }))

  route(app, services, findChannel, async ({ account, query: { link } }) => ({
    found: await findFree(services, account, link),
  }))

  route(app, services, addChannel, async (call) => {
    const added = await add(services, call, call.body)
    return typeof added === 'number'
      ? { channel: await one(call.account, added), request: null }
      : { channel: null, request: added }
  })

  route(app, services, dropChannelRequest, async (call) => {
    await dropRequest(db, call, call.body.id)
    return {}
  })

  route(app, services, verifyChannel, async (call) => {
    await beginVerification(services, call, call.body.id)
    return { channel: await one(call.account, call.body.id) }
  })

  route(app, services, requestReReview, async (call) => {
    await askReReview(services, call, call.body.id)
    return { channel: await one(call.account, call.body.id) }
  })

  route(app, services, assignChannel, async (call) => {
    await assignTo(db, call, call.body.id, call.body.members, now())
    return { channel: await one(call.account, call.body.id) }
  })

  route(app, services, unassignChannel, async (call) => {
    await unassignFrom(db, call, call.body.id, call.body.member, now())
    return { channel: await one(call.account, call.body.id) }
  })

  route(app, services, deleteChannel, async (call) => {
    await removeChannel(services, call, call.body.id, call.body.password)
    return {}
  })
}
