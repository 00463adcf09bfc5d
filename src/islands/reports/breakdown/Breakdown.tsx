import { isNetBesideGross } from '#islands/reports/state/totals.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { t } from '#lib/i18n/strings.ts'
import { AttentionCard } from './AttentionCard.tsx'
import styles from './Breakdown.module.css'
import { ChannelShares } from './ChannelShares.tsx'
import { FeeSteps } from './FeeSteps.tsx'
import { PremiumParts } from './PremiumParts.tsx'
import { WeekdayBars } from './WeekdayBars.tsx'

/** What needs attention, and what the profit consists of. */
export function Breakdown() {
  const { shown, stale } = useDisplayedReport()
  return (
    <section className={styles.cards} aria-label={t('breakdown:title')}>
      <AttentionCard />
      {shown && (
        <>
          {isNetBesideGross(shown.report.totals) ? (
            <FeeSteps shown={shown} stale={stale} />
          ) : (
            <ChannelShares />
          )}
          <PremiumParts shown={shown} stale={stale} />
          <WeekdayBars shown={shown} stale={stale} />
        </>
      )}
    </section>
  )
}
