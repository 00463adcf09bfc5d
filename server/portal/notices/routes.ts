import type { Locale } from '#contract/platform/locale.ts'
import { listNotices, markNoticesRead, readNotice } from '#contract/portal/notices.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { findTextLocale, getPreferredLocales, localizeText } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readBlocks } from '#server/portal/rich-text/block-cache.ts'
import { findNotice, type NoticeRow, selectNotices } from './queries.ts'
import { markAsRead } from './read-state.ts'
import { countUnreadNotices } from './unread-notices.ts'

const localizeNotice = (
  { id, title, publishedAt, editedAt, pinned, isNew }: NoticeRow,
  locales: readonly Locale[],
) => ({
  id,
  title: localizeText(title, locales),
  titleLocale: findTextLocale(title, locales),
  publishedAt,
  editedAt,
  pinned,
  isNew,
})

export function noticeRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, listNotices, async ({ site, account, requestedLocale, query: { page, size } }) => {
    const { total, notices } = await selectNotices(db, { account, now: now() }, page, size)
    const locales = getPreferredLocales(requestedLocale, site.isPlaylist)
    return { total, page, size, notices: notices.map((notice) => localizeNotice(notice, locales)) }
  })

  route(app, services, readNotice, async ({ site, account, requestedLocale, query: { id } }) => {
    const notice = await findNotice(db, { account, now: now() }, id)
    if (!notice) throw new Refusal('not_found')
    const locales = getPreferredLocales(requestedLocale, site.isPlaylist)
    return {
      notice: {
        ...localizeNotice(notice, locales),
        blocks: await readBlocks(localizeText(notice.body, locales)),
        blocksLocale: findTextLocale(notice.body, locales),
      },
    }
  })

  route(app, services, markNoticesRead, async ({ account, body: { id } }) => {
    const reader = { account, now: now() }
    await markAsRead(db, reader, id)
    return { unread: await countUnreadNotices(db, account.id, reader.now) }
  })
}
