import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { MonthClosing } from '#contract/settlement/month-closing.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ShortenedList } from '#islands/settlement/months/shortened/ShortenedList.tsx'
import { MonthChip } from '#islands/settlement/months/state/MonthChip.tsx'
import { may } from '#lib/api/session.ts'
import { formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog } from '#lib/navigation/active-dialog.ts'
import { CloseBar } from './CloseBar.tsx'
import { ClosedBar, ClosingRecord, ReleasedBar } from './ClosedBar.tsx'
import styles from './Closing.module.css'
import { ClosingSummary } from './ClosingSummary.tsx'
import { forgetDecision } from './decision.ts'
import { FinalFiles } from './FinalFiles.tsx'
import { Obstacles } from './Obstacles.tsx'
import { OwnerCard } from './OwnerCard.tsx'
import { PreviewLists } from './PreviewLists.tsx'
import { Rates } from './Rates.tsx'
import { $preview, closingQuery } from './store.ts'

/** Lets operators close and release a month of the whole installation, and shows its obstacles. */
export function ClosingPanel() {
  const { error, result } = useStore(closingQuery.$state)
  const { closing, isStale } = useStore($preview)
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  if (error?.code === 'not_found') return null
  return (
    <section
      className="card"
      aria-labelledby="month-closing"
      aria-busy={(!closing && !error) || isStale}
      data-stale={isStale || undefined}
      {...focusHandlers}
    >
      <div className="wrap items-baseline gap-2">
        <h2 id="month-closing" ref={heading} tabIndex={-1}>
          {t('month-closing:title')}
        </h2>
        <span className="chip">{t('month-closing:operators')}</span>
        {closing && (
          <>
            <span className="note">{formatMonth(closing.month, locale())}</span>
            <MonthChip month={closing} />
          </>
        )}
      </div>
      <p className="note">{t('month-closing:lead')}</p>
      <FinalFiles arrivals={result?.data.arrivals ?? []} />
      {closing ? (
        <ClosingContent key={closing.month} closing={closing} />
      ) : error ? (
        <LoadFailure title={t('month-closing:failed')} error={error} onRetry={closingQuery.reload} />
      ) : result && result.data.closing === null ? (
        <Message title={t('month-closing:none.title')} text={t('month-closing:none.text')} />
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <Skeleton height="240px" />
        </>
      )}
    </section>
  )
}

function ClosingContent({ closing }: { closing: MonthClosing }) {
  const { owners, state } = closing
  const mayClose = useStore(may('closing.change'))
  useEffect(() => forgetDecision, [])
  return (
    <div className={styles.content}>
      {!closing.isWhole && <p className="panel">{t('month-closing:part')}</p>}
      {state === 'open' ? <OpenMonth closing={closing} /> : <FrozenMonth closing={closing} />}
      {owners.map((owner) => (
        <OwnerCard key={owner.owner} owner={owner} />
      ))}
      {state === 'released' ? (
        <ReleasedBar />
      ) : !mayClose ? (
        closing.isWhole && <p className="panel">{t('month-closing:readOnly')}</p>
      ) : state === 'open' ? (
        <OpenBar closing={closing} />
      ) : (
        <ClosedBar closing={closing} />
      )}
    </div>
  )
}

function OpenBar({ closing }: { closing: MonthClosing }) {
  const { given, isStale } = useStore($preview)
  return <CloseBar closing={closing} given={given} isStale={isStale} />
}

function OpenMonth({ closing }: { closing: MonthClosing }) {
  const { given } = useStore($preview)
  const { draft, obstacles, shortened } = closing
  return (
    <>
      <div className={styles.columns}>
        <ClosingSummary closing={closing} />
        <Rates closing={closing} given={given} />
      </div>
      {(draft !== null || obstacles.length > 0) && <Obstacles obstacles={obstacles} />}
      {draft !== null && <PreviewLists closing={closing} />}
      {shortened.length > 0 && (
        <section className="stack gap-1" aria-labelledby="closing-shortened">
          <h3 className="text-s" id="closing-shortened">
            {t('months:shortened.title')} <span className="chip">{shortened.length}</span>
          </h3>
          <p className="note">{t('months:shortened.lead')}</p>
          <ShortenedList channels={shortened} />
        </section>
      )}
    </>
  )
}

const FrozenMonth = ({ closing }: { closing: MonthClosing }) => (
  <div className={styles.columns}>
    <ClosingSummary closing={closing} />
    <div className="stack gap-4">
      <Rates closing={closing} />
      <ClosingRecord closing={closing} />
    </div>
  </div>
)
