import * as z from 'zod/mini'
import { amountUnits } from '#contract/platform/currency.ts'
import { errorCode } from '#contract/platform/errors.ts'
import {
  type InvoicedStatement,
  recordTaxInvoice,
  TaxInvoiceForm,
} from '#contract/settlement/filing/tax-invoices.ts'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { taxInvoices } from './store.ts'

/** Whole won, with or without commas, become amount units. */
const Won = z.pipe(
  z.string().check(z.regex(/^\s*\d[\d,]{0,12}\s*$/, errorCode('invoice_amount'))),
  z.transform((text: string) => Number(text.replaceAll(',', '')) * amountUnits.KRW),
)

const schema = z.extend(z.omit(TaxInvoiceForm, { statementId: true }), { supply: Won, vat: Won })

const toWon = (amount: number) => String(amount / amountUnits.KRW)
const vatShare = 10

interface InvoiceFormProps {
  statement: InvoicedStatement
  onClose: () => void
}

/** Records the tax invoice of a statement. The fields begin with what is expected. */
export function InvoiceForm({ statement, onClose }: InvoiceFormProps) {
  const { statementId, number, nickname, expected, invoice } = statement
  async function record(values: z.output<typeof schema>): Promise<void> {
    await call(recordTaxInvoice, { body: { statementId, ...values } })
    notify('success', t('month-dialogs:invoices.recorded', { number }))
    taxInvoices.reload()
    onClose()
  }
  const supply = invoice?.supply ?? expected
  const vat = invoice?.vat ?? Math.floor(expected / vatShare / amountUnits.KRW) * amountUnits.KRW
  return (
    <>
      <DialogContent>
        <SubjectLine name={nickname ?? t('lists:deletedAccount')} detail={number} />
        <p>{t('month-dialogs:invoices.expected', { amount: formatMoney(expected, 'KRW', locale()) })}</p>
      </DialogContent>
      <Form schema={schema} onSubmit={record}>
        <Field
          name="number"
          label={t('month-dialogs:invoices.number')}
          defaultValue={invoice?.number}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          required
        />
        <Field
          name="issuedOn"
          type="date"
          label={t('month-dialogs:invoices.issuedOn')}
          defaultValue={invoice?.issuedOn}
          required
        />
        <Field
          name="supply"
          label={t('month-dialogs:invoices.supply')}
          defaultValue={toWon(supply)}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <Field
          name="vat"
          label={t('month-dialogs:invoices.vat')}
          defaultValue={toWon(vat)}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <FormActions onClose={onClose}>{t('common:save')}</FormActions>
      </Form>
    </>
  )
}
