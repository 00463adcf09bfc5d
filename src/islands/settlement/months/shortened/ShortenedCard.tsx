import type { MonthDetail } from '#islands/settlement/months/state/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { ShortenedList } from './ShortenedList.tsx'

/** Tells a manager where statements will count fewer days than the reports show. */
export function ShortenedCard({ detail: { shortened } }: { detail: MonthDetail }) {
  if (shortened.length === 0) return null
  return (
    <section className="card" aria-labelledby="month-shortened">
      <h2 id="month-shortened">{t('months:shortened.title')}</h2>
      <p className="note">{t('months:shortened.lead')}</p>
      <ShortenedList channels={shortened} hasShares />
    </section>
  )
}
