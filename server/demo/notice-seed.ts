import type { Locale } from '#contract/locale.ts'
import type { Queryable } from '#server/db/database.ts'
import { addDays } from '#server/figures/periods.ts'
import { demoNoticeTexts } from './notice-texts.ts'

interface DemoNotice {
  /** Counts back from the demonstration's last day; what is below zero is still to come. */
  daysAgo: number
  editedDaysAgo?: number
  pinned: boolean
  title: Record<Locale, string>
  /** Markdown. */
  body: Record<Locale, string>
}

/** Notices of the demonstration: one pinned, one edited, one scheduled. */
const demoNotices: readonly DemoNotice[] = [
  { daysAgo: 3, pinned: true, ...demoNoticeTexts.verify },
  { daysAgo: 24, editedDaysAgo: 21, pinned: false, ...demoNoticeTexts.tracks },
  { daysAgo: 66, pinned: false, ...demoNoticeTexts.delay },
  { daysAgo: -16, pinned: false, ...demoNoticeTexts.holiday },
]

export async function insertNotices(tx: Queryable, siteId: number, lastDay: string): Promise<void> {
  const moment = (daysAgo: number) => `${addDays(lastDay, -daysAgo)}T02:00:00Z`
  for (const { title, body, pinned, daysAgo, editedDaysAgo } of demoNotices) {
    await tx.query(
      `insert into notices (site_id, title, body, pinned, published_at, edited_at)
      values ($1, $2, $3, $4, $5, $6)`,
      [
        siteId,
        title,
        body,
        pinned,
        moment(daysAgo),
        editedDaysAgo === undefined ? null : moment(editedDaysAgo),
      ],
    )
  }
}
