import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $choice, type Board, board } from '#islands/settlement/desk/months/state/store.ts'
import { ClosingPanel } from '#islands/settlement/months/closing/ClosingPanel.tsx'
import { $preview, closingQuery } from '#islands/settlement/months/closing/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChosenMonth } from './ChosenMonth.tsx'
import { MonthBoard } from './MonthBoard.tsx'
import { WaitingPayees } from './payees/WaitingPayees.tsx'
import { PaymentsCard } from './payments/PaymentsCard.tsx'

export function DeskMonthsView() {
  const { result, error } = useStore(board.$state)
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('desk:views.months')} lead={t('desk-months:lead')} />
      {error && !result ? (
        <section className="card center">
          <LoadFailure title={t('desk-months:failed')} error={error} onRetry={board.reload} />
        </section>
      ) : result ? (
        <Months board={result.data} />
      ) : (
        <BoardSkeleton />
      )}
    </div>
  )
}

function Months({ board: data }: { board: Board }) {
  const { month, site } = useStore($choice)
  useFollowClosing(data)
  const isUnlisted = useStore(closingQuery.$state).error?.code === 'not_found'
  return (
    <>
      {data.sites.length > 0 ? (
        <MonthBoard board={data} month={month} site={site?.id ?? null} />
      ) : (
        <section className="card">
          <Message title={t('desk-months:noSites.title')} text={t('desk-months:noSites.text')} />
        </section>
      )}
      {month !== null && data.sites.length > 0 && <ChosenMonth board={data} month={month} site={site} />}
      {isUnlisted && (
        <section className="card">
          <Message title={t('desk-months:noFiles.title')} text={t('desk-months:noFiles.text')} />
        </section>
      )}
      <ClosingPanel />
      <PaymentsCard />
      <WaitingPayees />
    </>
  )
}

/** Reads the board again when the month was closed, released or reopened below, or by somebody else. */
function useFollowClosing({ months }: Board): void {
  const closing = useStore($preview).closing
  const known = months.find(({ month }) => month === closing?.month)
  const isOutdated = closing !== null && known !== undefined && known.state !== closing.state
  useEffect(() => {
    if (isOutdated) board.reload()
  }, [isOutdated])
}

const BoardSkeleton = () => (
  <div className="stack gap-4" aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <section className="card" aria-hidden="true">
      <Skeleton height="280px" />
    </section>
    <section className="card" aria-hidden="true">
      <Skeleton height="140px" />
    </section>
  </div>
)
