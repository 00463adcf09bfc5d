import type { Locale } from '#contract/locale.ts'
import { listNotices, readNotice } from '#contract/notices.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import { findNotice, type ListedNotice, selectNotices } from './queries.ts'
import { paragraphsOf, textIn, wantedLocales } from './words.ts'

const inWords = ({ id, title, published_at, pinned }: ListedNotice, wanted: readonly Locale[]) => ({
  id,
  title: textIn(title, wanted),
  published_at,
  pinned,
})

export function noticeRoutes(app: App, services: Services): void {
  const { db, now } = services
  route(app, services, listNotices, async ({ site, asked, query: { page, size } }) => {
    const { total, notices } = await selectNotices(db, site.id, now(), page, size)
    const wanted = wantedLocales(asked, site.playlist)
    return { total, page, size, notices: notices.map((notice) => inWords(notice, wanted)) }
  })
  route(app, services, readNotice, async ({ site, asked, query: { id } }) => {
    const notice = await findNotice(db, site.id, now(), id)
    if (!notice) throw new Refusal('not_found')
    const wanted = wantedLocales(asked, site.playlist)
    return {
      notice: { ...inWords(notice, wanted), paragraphs: paragraphsOf(textIn(notice.body, wanted)) },
    }
  })
}
