import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import {
  bankFileCurrencies,
  bankFileFormats,
  exportBankFile,
} from '#contract/settlement/filing/bank-files.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getName } from '#islands/settlement/payments/board/names.ts'
import { useDialogRows } from '#islands/settlement/payments/dialogs/use-dialog-rows.ts'
import { sumAmounts } from '#islands/settlement/payments/state/board.ts'
import { $toPay, clearSelections } from '#islands/settlement/payments/state/selection.ts'
import { $list, $rows, reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { call } from '#lib/api/call.ts'
import { saveFile } from '#lib/api/download.ts'
import { formatMoney } from '#lib/format/number.ts'
import { addValue } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { canSend } from './sendable.ts'

const FileForm = z.object({ format: z.enum(bankFileFormats) })

const formatTexts = {
  kb: 'banks:004',
  shinhan: 'banks:088',
  woori: 'banks:020',
  ibk: 'banks:003',
  paypal: 'payment-bank:formats.paypal',
  wise: 'payment-bank:formats.wise',
} as const satisfies Record<(typeof bankFileFormats)[number], TextKey>

type Outcome = EndpointOutput<typeof exportBankFile>

/** Writes a file for a bank of what is selected, or of all that can be sent. */
export function BankFileDialog() {
  const selected = useStore($toPay).filter(canSend)
  const all = useStore($rows).filter(canSend)
  const rows = useDialogRows(selected.length > 0 ? selected : all)
  const currency = useStore($list)?.currency ?? 'KRW'
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const formats = bankFileFormats.filter((format) => bankFileCurrencies[format] === currency)
  const names = new Map(rows.map(({ statementId, account }) => [statementId, getName(account)]))
  async function create({ format }: z.output<typeof FileForm>): Promise<void> {
    const statements = [...names.keys()]
    const created = await call(exportBankFile, { body: { format, statements } })
    if (created.written > 0) saveFile(decodeFile(created), created.fileName)
    clearSelections()
    reloadPayments()
    setOutcome(created)
  }
  return (
    <Dialog title={t('payments:bank.file')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>
          {t('payment-bank:file.lead', {
            count: rows.length,
            amount: formatMoney(sumAmounts(rows), currency, locale()),
          })}
        </p>
        <p className="muted">{t('payment-bank:file.recorded')}</p>
        <div role="status">{outcome && <FileOutcome outcome={outcome} names={names} />}</div>
      </DialogContent>
      {outcome ? (
        <DialogActions>
          <Button kind="primary" autoFocus onClick={closeDialog}>
            {t('common:close')}
          </Button>
        </DialogActions>
      ) : (
        <Form schema={FileForm} onSubmit={create}>
          <SelectField
            name="format"
            label={t('payment-bank:file.format')}
            placeholder={t('payment-bank:file.format')}
            initialValue={formats[0]}
            options={formats.map((value) => ({ value, label: t(formatTexts[value]) }))}
          />
          <FormActions onClose={closeDialog}>{t('settlement:createFile')}</FormActions>
        </Form>
      )}
    </Dialog>
  )
}

const decodeFile = ({ file, type }: Outcome) =>
  new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))], { type })

function FileOutcome({
  outcome: { written, fileName, unwritable },
  names,
}: {
  outcome: Outcome
  names: ReadonlyMap<number, string>
}) {
  return (
    <div className="panel stack gap-3" data-tone={written > 0 ? 'good' : 'warn'} data-outcome="bank-file">
      <b className="break">
        {written > 0
          ? t('payment-bank:file.done', { count: written, name: fileName })
          : t('payment-bank:file.none')}
      </b>
      {written > 0 && <p>{t('payment-bank:file.next')}</p>}
      {unwritable.length > 0 && (
        <div>
          <p className="medium">{t('payment-bank:file.leftOut', { count: unwritable.length })}</p>
          <ul>
            {unwritable.map(({ statementId, reason }) => (
              <li key={statementId} className="break">
                {addValue(names.get(statementId) ?? '', t(`payment-bank:reasons.${reason}`))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
