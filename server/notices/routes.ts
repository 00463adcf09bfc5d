import type { Locale } from '#contract/locale.ts'
import type { NoticeBlock } from '#contract/notice-text.ts'
import { listNotices, markNoticesRead, readNotice } from '#contract/notices.ts'
import { GuardedCache } from '#server/cache/guarded-cache.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { getPreferredLocales, localizeText } from '#server/localized-text.ts'
import { countUnreadNotices } from '#server/unread-notices.ts'
import { parseNoticeBlocks } from './blocks.ts'
import { findNotice, type NoticeRow, selectNotices } from './queries.ts'
import { markAsRead } from './read-state.ts'

const translateNotice = (
  { id, title, publishedAt, editedAt, pinned, isNew }: NoticeRow,
  locales: readonly Locale[],
) => ({ id, title: localizeText(title, locales), publishedAt, editedAt, pinned, isNew })

export function noticeRoutes(app: App, services: Services): void {
  const { db, now } = services
  const getBlocks = createBlockCache()

  route(app, services, listNotices, async ({ site, account, requestedLocale, query: { page, size } }) => {
    const { total, notices } = await selectNotices(db, { account, now: now() }, page, size)
    const locales = getPreferredLocales(requestedLocale, site.isPlaylist)
    return { total, page, size, notices: notices.map((notice) => translateNotice(notice, locales)) }
  })

  route(app, services, readNotice, async ({ site, account, requestedLocale, query: { id } }) => {
    const notice = await findNotice(db, { account, now: now() }, id)
    if (!notice) throw new Refusal('not_found')
    const wanted = getPreferredLocales(requestedLocale, site.isPlaylist)
    return {
      notice: { ...translateNotice(notice, wanted), blocks: getBlocks(localizeText(notice.body, wanted)) },
    }
  })

  route(app, services, markNoticesRead, async ({ account, body: { id } }) => {
    const reader = { account, now: now() }
    await markAsRead(db, reader, id)
    return { unread: await countUnreadNotices(db, account.id, reader.now) }
  })
}

const maxCachedCharacters = 4_000_000

/** The same words are read once, and after that only when others came between. */
function createBlockCache(): (source: string) => NoticeBlock[] {
  const cache = new GuardedCache<NoticeBlock[]>(maxCachedCharacters)
  cache.enable()
  return (source) => {
    const cached = cache.get(source)
    if (cached) return cached
    const blocks = parseNoticeBlocks(source)
    cache.beginFill(source)(blocks, source.length)
    return blocks
  }
}
