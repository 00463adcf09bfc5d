import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type InvoicedStatement, requestTaxInvoices } from '#contract/settlement/filing/tax-invoices.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { InvoiceForm } from './InvoiceForm.tsx'
import { taxInvoices } from './store.ts'

/** Lists the tax invoices of a month's businesses, notes that they were asked for, and records those that have come. */
export function InvoicesDialog() {
  const { result, error } = useStore(taxInvoices.$state)
  const [entered, setEntered] = useState<InvoicedStatement | null>(null)
  const statements = result?.data.statements
  return (
    <Dialog title={t('month-dialogs:invoices.title')} swipe="down" guardsInput onClose={closeDialog}>
      {entered ? (
        <InvoiceForm statement={entered} onClose={() => setEntered(null)} />
      ) : (
        <>
          <DialogContent>
            <p>{t('month-dialogs:invoices.lead')}</p>
            {!statements && !error && <Skeleton height="120px" />}
            {statements?.length === 0 && <p className="muted">{t('month-dialogs:invoices.none')}</p>}
            {statements && statements.length > 0 && (
              <ul className="stack gap-3">
                {statements.map((statement) => (
                  <li key={statement.statementId} data-invoice={statement.statementId}>
                    <StatementInvoice statement={statement} onEnter={() => setEntered(statement)} />
                  </li>
                ))}
              </ul>
            )}
            <ErrorMessage text={error?.message ?? null} />
          </DialogContent>
          <Actions statements={statements ?? []} />
        </>
      )}
    </Dialog>
  )
}

const won = (amount: number) => formatMoney(amount, 'KRW', locale())

interface StatementInvoiceProps {
  statement: InvoicedStatement
  onEnter: () => void
}

function StatementInvoice({ statement, onEnter }: StatementInvoiceProps) {
  const { number, nickname, expected, requestedAt, invoice, difference } = statement
  const isDifferent = difference !== null && (difference.supply !== 0 || difference.vat !== 0)
  const state = isDifferent ? 'different' : invoice ? 'received' : requestedAt ? 'requested' : 'open'
  const tones = { open: undefined, requested: 'warn', received: 'good', different: 'bad' } as const
  return (
    <div className="panel stack gap-1">
      <p className="wrap gap-2">
        <b className="break">{nickname ?? t('lists:deletedAccount')}</b>
        <span className="note nowrap">{number}</span>
        <span className="chip" data-tone={tones[state]}>
          {t(`month-dialogs:invoices.state.${state}`)}
        </span>
      </p>
      <p>{t('month-dialogs:invoices.expected', { amount: won(expected) })}</p>
      {invoice && (
        <p className="break">
          {t('month-dialogs:invoices.received', {
            number: invoice.number,
            day: formatDay(invoice.issuedOn, locale()),
            supply: won(invoice.supply),
            vat: won(invoice.vat),
          })}
        </p>
      )}
      {difference && difference.supply !== 0 && (
        <p className="bad">{t('month-dialogs:invoices.supplyDiffers', { amount: won(difference.supply) })}</p>
      )}
      {difference && difference.vat !== 0 && (
        <p className="bad">{t('month-dialogs:invoices.vatDiffers', { amount: won(difference.vat) })}</p>
      )}
      <p>
        <Button className="small" onClick={onEnter}>
          {t(invoice ? 'month-dialogs:invoices.correct' : 'month-dialogs:invoices.enter')}
          <HiddenLabel>{number}</HiddenLabel>
        </Button>
      </p>
    </div>
  )
}

function Actions({ statements }: { statements: readonly InvoicedStatement[] }) {
  const { pending, failure, run } = useAction()
  const open = statements.filter(({ requestedAt, invoice }) => requestedAt === null && invoice === null)
  const request = () =>
    run(async () => {
      const ids = open.map(({ statementId }) => statementId)
      const { requested } = await call(requestTaxInvoices, { body: { statements: ids } })
      notify('success', t('month-dialogs:invoices.requested', { count: requested }))
      taxInvoices.reload()
    })
  return (
    <>
      <ErrorMessage text={failure} />
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
        {open.length > 0 && (
          <Button kind="primary" pending={pending} onClick={request}>
            {t('month-dialogs:invoices.request', { count: open.length })}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
