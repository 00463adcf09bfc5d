import * as contract from '#contract/portal/desk/notices.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readBlocks } from '#server/portal/rich-text/block-cache.ts'
import {
  changeNoticeState,
  editNotice,
  getNoticeLocales,
  getNoticeVersion,
  lockNoticeSites,
  lockNotices,
  publishNotice,
  rescheduleNotice,
} from './changes.ts'
import { findDeskNotice, selectDeskNotices, selectNoticeSites } from './desk-queries.ts'

/** Loads the parser only when somebody writes. */
const loadSources = () => import('#server/portal/notice-source.ts')

/** @throws {Refusal} `invalid`: there is no text, or one has an error */
async function readTexts(sources: contract.NoticeSources) {
  const { parseNoticeSources } = await loadSources()
  const written = parseNoticeSources(sources)
  const hasError = written.some((one) => one.written.problems.some(({ isError }) => isError))
  if (written.length === 0 || hasError) throw new Refusal('invalid')
  return {
    title: Object.fromEntries(written.map((one) => [one.locale, one.written.title])),
    body: Object.fromEntries(written.map((one) => [one.locale, one.written.body])),
  }
}

const countTrue = (values: readonly boolean[]): number => values.filter(Boolean).length

export function deskNoticeRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.readDeskNotices, async ({ account, requestedLocale: locale, query }) => {
    const scope = getScope(account, 'desk.read')
    const { page, size } = query
    const sites = await selectNoticeSites(db, scope, locale)
    return { ...(await selectDeskNotices(db, { scope, locale, now: now() }, query)), page, size, sites }
  })

  route(app, services, contract.readDeskNotice, async ({ account, requestedLocale: locale, query }) => {
    const reader = { scope: getScope(account, 'desk.read'), locale, now: now() }
    const notice = await findDeskNotice(db, reader, query.id)
    if (!notice) throw new Refusal('not_found')
    return { notice }
  })

  route(app, services, contract.previewNotice, async ({ body: { sources } }) => {
    const { parseNoticeSources } = await loadSources()
    const previews = parseNoticeSources(sources).map(
      async ({ locale, written: { title, body, problems } }) => [
        locale,
        { title, blocks: await readBlocks(body), problems },
      ],
    )
    return { previews: Object.fromEntries(await Promise.all(previews)) }
  })

  route(app, services, contract.publishNotice, async ({ account, actor, body }) => {
    const texts = await readTexts(body.sources)
    const publishAt = body.publishAt === null ? now() : new Date(body.publishAt)
    const notices = await db.transaction(async (tx) => {
      const published: { id: number; siteId: number; isNew: boolean }[] = []
      for (const site of await lockNoticeSites(tx, getScope(account, 'notices.change'), body.siteIds)) {
        const notice = { ...texts, pinned: body.pinned, publishAt }
        const recording = { actor, action: contract.publishNotice.name }
        published.push({ siteId: site.id, ...(await publishNotice(tx, site.id, notice, recording)) })
      }
      return published
    })
    return { notices }
  })

  route(app, services, contract.editNotices, async ({ account, actor, body: { ids, sources, version } }) => {
    const texts = await readTexts(sources)
    const written = getNoticeLocales(texts.body)
    const changed = await db.transaction(async (tx) => {
      const results: boolean[] = []
      for (const before of await lockNotices(tx, getScope(account, 'notices.change'), ids)) {
        if (getNoticeVersion(before) !== version) throw new Refusal('outdated')
        const removed = getNoticeLocales(before.body).filter((locale) => !written.includes(locale))
        const recording = { actor, action: contract.editNotices.name }
        results.push(await editNotice(tx, before, { ...texts, removed }, recording, now()))
      }
      return countTrue(results)
    })
    return { changed }
  })

  route(app, services, contract.changeNotices, async ({ account, actor, body: { ids, change } }) => {
    const changed = await db.transaction(async (tx) => {
      const results: boolean[] = []
      for (const before of await lockNotices(tx, getScope(account, 'notices.change'), ids))
        results.push(await changeNoticeState(tx, before, change, { actor, action: `${change}Notice` }))
      return countTrue(results)
    })
    return { changed }
  })

  route(app, services, contract.rescheduleNotices, async ({ account, actor, body: { ids, publishAt } }) => {
    const time = publishAt === null ? now() : new Date(publishAt)
    const changed = await db.transaction(async (tx) => {
      const results: boolean[] = []
      for (const before of await lockNotices(tx, getScope(account, 'notices.change'), ids)) {
        const recording = { actor, action: contract.rescheduleNotices.name }
        results.push(await rescheduleNotice(tx, before, time, recording, now()))
      }
      return countTrue(results)
    })
    return { changed }
  })
}
