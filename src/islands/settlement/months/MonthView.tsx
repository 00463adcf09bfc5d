import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { SelectionBar as Bar } from '#islands/kit/tables/SelectionBar.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import type { ApiError } from '#lib/api/call.ts'
import { $user, may } from '#lib/api/session.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { ArrivalCard } from './ArrivalCard.tsx'
import { MonthAnswer, MonthAnswerSkeleton } from './MonthAnswer.tsx'
import { MonthHeader } from './MonthHeader.tsx'
import { MembersCard } from './members/MembersCard.tsx'
import { Reconciliation } from './Reconciliation.tsx'
import { ShortenedCard } from './shortened/ShortenedCard.tsx'
import { $selection, statementSelection } from './state/selection.ts'
import { $detail, $month, $pathMonth, months, monthsPath, reloadMonth } from './state/store.ts'
import { Tasks } from './Tasks.tsx'

export function MonthView() {
  const seesMoney = useStore(may('money.read'))
  const isUserKnown = useStore($user) !== null
  const month = useStore($month)
  usePageTitle(month && `${t('shell:views.months')} · ${formatMonth(month, locale())}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of one month.
  useEffect(() => statementSelection.clear, [month])
  return (
    <div className="stack gap-4">
      <MonthHeader />
      {isUserKnown && !seesMoney ? <ManagersOnly /> : <MonthBody />}
    </div>
  )
}

function MonthBody() {
  const list = useStore(months.$state)
  const pathMonth = useStore($pathMonth)
  const { detail, isStale, error } = useStore($detail)
  const seesClosing = useStore(may('closing.read'))
  if (pathMonth === undefined || error?.code === 'not_found') return <MissingMonth />
  if (!detail && error) return <Failure error={error} />
  if (pathMonth === null && list.error && !list.result) return <Failure error={list.error} />
  if (pathMonth === null && list.result?.data.months.length === 0) {
    return (
      <>
        <section className="card">
          <Message title={t('months:empty.title')} text={t('months:empty.text')} />
        </section>
        <ArrivalCard />
        {seesClosing && <ClosingSlot />}
      </>
    )
  }
  if (!detail) return <MonthSkeleton />
  return (
    <div className="stack gap-4" aria-busy={isStale} data-stale={isStale || undefined}>
      <MonthAnswer detail={detail} />
      <Tasks detail={detail} />
      <ArrivalCard />
      <ShortenedCard detail={detail} />
      {seesClosing && <ClosingSlot />}
      <Reconciliation detail={detail} />
      <div className="min-0">
        <MembersCard detail={detail} />
        <SelectionBar currency={detail.currency} />
      </div>
    </div>
  )
}

const MonthSkeleton = () => (
  <div className="stack gap-4" aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('months:loading')}
    </p>
    <MonthAnswerSkeleton />
  </div>
)

const Failure = ({ error }: { error: ApiError }) => (
  <section className="card">
    <LoadFailure title={t('months:failed')} error={error} onRetry={reloadMonth} />
  </section>
)

const MissingMonth = () => (
  <section className="card">
    <Message failed title={t('months:missing.title')} text={t('months:missing.text')}>
      <a className="button" href={localizePath(monthsPath, locale())}>
        {t('months:missing.newest')}
      </a>
    </Message>
  </section>
)

const ManagersOnly = () => (
  <section className="card">
    <Message failed title={t('lists:managersOnly')} text={t('months:managersOnly.text')}>
      <a className="button" data-kind="primary" href={localizePath('/dashboard', locale())}>
        {t('shell:views.dashboard')}
      </a>
    </Message>
  </section>
)

/** Only those who may see it load this code and its texts. */
const lazyClosingPanel = lazyComponent(async () => {
  const [{ ClosingPanel }] = await Promise.all([
    import('./closing/ClosingPanel.tsx'),
    loadStrings('month-closing'),
  ])
  return ClosingPanel
})
const noProps = {}

const ClosingSlot = () => (
  <Lazy component={lazyClosingPanel} props={noProps} fallback={<Skeleton height="320px" />} />
)

function SelectionBar({ currency }: { currency: Currency }) {
  const selection = useStore($selection)
  const count = selection.length
  const sum = selection.reduce((total, { outstanding }) => total + outstanding, 0)
  const amount = formatMoney(sum, currency, locale())
  return (
    <Bar
      label={t('months:select.bar')}
      text={count > 0 ? t('months:select.count', { count, amount }) : null}
      clearLabel={t('lists:clearSelection')}
      onClear={statementSelection.clear}
    >
      <button type="button" onClick={() => openDialog('pay', 'selected')}>
        {t('settlement:markPaid')}
      </button>
    </Bar>
  )
}
