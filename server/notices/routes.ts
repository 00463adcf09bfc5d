import type { Locale } from '#contract/locale.ts'
import type { NoticeBlock } from '#contract/notice-text.ts'
import { listNotices, readNotice, seeNotices } from '#contract/notices.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import { Shelf } from '#server/shelf.ts'
import { textIn, wantedLocales } from '#server/translated.ts'
import { countUnread } from '#server/unread-notices.ts'
import { blocksOf } from './blocks.ts'
import { findNotice, type ListedNotice, selectNotices } from './queries.ts'
import { see } from './seeing.ts'

const inWords = (
  { id, title, published_at, edited_at, pinned, is_new }: ListedNotice,
  wanted: readonly Locale[],
) => ({ id, title: textIn(title, wanted), published_at, edited_at, pinned, is_new })

export function noticeRoutes(app: App, services: Services): void {
  const { db, now } = services
  const read = keptBlocks()

  route(app, services, listNotices, async ({ site, account, asked, query: { page, size } }) => {
    const { total, notices } = await selectNotices(db, { account, now: now() }, page, size)
    const wanted = wantedLocales(asked, site.playlist)
    return { total, page, size, notices: notices.map((notice) => inWords(notice, wanted)) }
  })

  route(app, services, readNotice, async ({ site, account, asked, query: { id } }) => {
    const notice = await findNotice(db, { account, now: now() }, id)
    if (!notice) throw new Refusal('not_found')
    const wanted = wantedLocales(asked, site.playlist)
    return { notice: { ...inWords(notice, wanted), blocks: read(textIn(notice.body, wanted)) } }
  })

  route(app, services, seeNotices, async ({ account, body: { id } }) => {
    const reader = { account, now: now() }
    await see(db, reader, id)
    return { unread: await countUnread(db, account.id, reader.now) }
  })
}

const mostKept = 4_000_000

/** The same words are read once, and after that only when others came between. */
function keptBlocks(): (source: string) => NoticeBlock[] {
  const kept = new Shelf<NoticeBlock[]>(mostKept)
  kept.open()
  return (source) => {
    const known = kept.get(source)
    if (known) return known
    const blocks = blocksOf(source)
    kept.place(source)(blocks, source.length)
    return blocks
  }
}
