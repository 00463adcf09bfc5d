import type { Locale } from '#contract/platform/locale.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { demoNoticeTexts } from '#server/demo/data/notice-texts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface DemoNotice {
  /** Relative to the last day of the demo; negative for the future. */
  daysAgo: number
  editedDaysAgo?: number
  pinned: boolean
  title: Record<Locale, string>
  body: Record<Locale, string>
}

const demoNotices: readonly DemoNotice[] = [
  { daysAgo: 3, pinned: true, ...demoNoticeTexts.verify },
  { daysAgo: 24, editedDaysAgo: 21, pinned: false, ...demoNoticeTexts.tracks },
  { daysAgo: 66, pinned: false, ...demoNoticeTexts.delay },
  { daysAgo: -16, pinned: false, ...demoNoticeTexts.holiday },
]

export async function insertNotices(tx: Queryable, siteId: number, lastDay: string): Promise<void> {
  const createTime = (daysAgo: number) => `${addDays(lastDay, -daysAgo)}T02:00:00Z`
  for (const { title, body, pinned, daysAgo, editedDaysAgo } of demoNotices) {
    await tx.execute(
      sql`insert into notices (site_id, title, body, pinned, published_at, edited_at)
      values (${siteId}, ${JSON.stringify(title)}::text::jsonb, ${JSON.stringify(body)}::text::jsonb, ${pinned},
        ${createTime(daysAgo)}, ${editedDaysAgo === undefined ? null : createTime(editedDaysAgo)})`,
    )
  }
}
