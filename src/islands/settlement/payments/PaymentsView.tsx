import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SelectionBar } from '#islands/kit/tables/SelectionBar.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { $user, may } from '#lib/api/session.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { $currency } from '#lib/site/site.ts'
import { BankActions } from './bank/BankActions.tsx'
import { Board, BoardSkeleton } from './board/Board.tsx'
import { ManualCard } from './manual/ManualCard.tsx'
import { PaymentsAnswer, PaymentsAnswerSkeleton } from './PaymentsAnswer.tsx'
import { countPeople, type PaymentList, sumAmounts } from './state/board.ts'
import { $toPay, $toReturn, clearSelections } from './state/selection.ts'
import { payments, reloadPayments } from './state/store.ts'

export function PaymentsView() {
  const seesMoney = useStore(may('money.read'))
  const changesMoney = useStore(may('money.change'))
  const isUserKnown = useStore($user) !== null
  useEffect(() => clearSelections, [])
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('shell:views.payments')} lead={t('payments:lead')}>
        <span>
          <SavedViews />
          {changesMoney && <FileButtons />}
        </span>
      </ScreenHeader>
      {isUserKnown && !seesMoney ? <ManagersOnly /> : <Content />}
    </div>
  )
}

function FileButtons() {
  const currency = useStore($currency)
  return (
    <span className="wrap gap-2">
      {/* Only sites that pay in won withhold Korean tax. */}
      {currency === 'KRW' && (
        <Button className="small" onClick={() => openDialog('taxFile')}>
          {t('settlement:taxFile')}
        </Button>
      )}
      <Button className="small" onClick={() => openDialog('journal')}>
        {t('payments:journal')}
      </Button>
    </span>
  )
}

function Content() {
  const { key, result, error } = useStore(payments.$state)
  if (!result && error) {
    return (
      <section className="card">
        <LoadFailure title={t('payments:failed')} error={error} onRetry={reloadPayments} />
      </section>
    )
  }
  if (!result) {
    return (
      <div className="stack gap-4" aria-busy="true">
        <p className="visually-hidden" role="status">
          {t('payments:loading')}
        </p>
        <PaymentsAnswerSkeleton />
        <BoardSkeleton />
      </div>
    )
  }
  const isStale = !isSameKey(result.key, key)
  return (
    <div className="stack gap-4" aria-busy={isStale} data-stale={isStale || undefined}>
      <PaymentsAnswer list={result.data} />
      <div className="min-0">
        <Board list={result.data} actions={<BankActions />} />
        <Selected currency={result.data.currency} />
      </div>
      <ManualCard />
    </div>
  )
}

function Selected({ currency }: Pick<PaymentList, 'currency'>) {
  const toPay = useStore($toPay)
  const toReturn = useStore($toReturn)
  const rows = toPay.length > 0 ? toPay : toReturn
  const amount = formatMoney(sumAmounts(rows), currency, locale())
  const flag = toPay.length > 0 ? 'pay' : 'returned'
  return (
    <SelectionBar
      label={t('payments:select.bar')}
      text={rows.length > 0 ? t('payments:select.count', { count: countPeople(rows), amount }) : null}
      clearLabel={t('lists:clearSelection')}
      onClear={clearSelections}
    >
      <button type="button" onClick={() => openDialog(flag, 'selected')}>
        {t(flag === 'pay' ? 'settlement:markPaid' : 'payments:select.returned')}
      </button>
    </SelectionBar>
  )
}

const ManagersOnly = () => (
  <section className="card">
    <Message failed title={t('lists:managersOnly')} text={t('payments:managersOnly.text')}>
      <a className="button" data-kind="primary" href={localizePath('/statements', locale())}>
        {t('payout:statements')}
      </a>
    </Message>
  </section>
)
