import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { createTaxFile, TaxPeriod } from '#contract/settlement/filing/tax-files.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import {
  ConfirmationFields,
  confirmIdentity,
  NoConfirmation,
} from '#islands/people/account/second-factor/confirmation.tsx'
import { factors } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { saveFile } from '#lib/api/download.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatMonth } from '#lib/format/day.ts'
import { addNote, listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

type Outcome = EndpointOutput<typeof createTaxFile>

const TaxFileForm = z.object({ period: TaxPeriod, password: z.optional(z.string()) })

/** Months that can be filed, and years. */
const listedMonths = 12
const listedYears = 2

function listPeriods(today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const months = Array.from({ length: listedMonths }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
  const years = Array.from({ length: listedYears }, (_, ago) => String(year - ago))
  return [
    ...months.map((value) => ({
      value,
      label: t('month-dialogs:taxFile.month', { month: formatMonth(value, locale()) }),
    })),
    ...years.map((value) => ({ value, label: t('month-dialogs:taxFile.year', { year: value }) })),
  ]
}

/** Creates the payment statement for the Korean tax office, after the password or its replacement. */
export function TaxFileDialog() {
  const confirmation = useStore(factors.$state).result?.data.confirmation
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const periods = listPeriods(toLocalDay(new Date().toISOString()))
  async function create({ period, password }: z.output<typeof TaxFileForm>): Promise<void> {
    if (!confirmation) return
    const body = { period, ...(await confirmIdentity(confirmation, password)) }
    const created = await call(createTaxFile, { body })
    if (created.file) saveFile(decodeFile(created.file), created.file.name)
    setOutcome(created)
  }
  return (
    <Dialog title={t('settlement:taxFile')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('month-dialogs:taxFile.lead')}</p>
        <p className="muted">{t('month-dialogs:taxFile.recorded')}</p>
        <div role="status">{outcome && <TaxFileOutcome {...outcome} />}</div>
      </DialogContent>
      {confirmation === null && <NoConfirmation onClose={closeDialog} />}
      {outcome?.file && (
        <DialogActions>
          <Button kind="primary" autoFocus onClick={closeDialog}>
            {t('common:close')}
          </Button>
        </DialogActions>
      )}
      {confirmation && !outcome?.file && (
        <Form schema={TaxFileForm} onSubmit={create}>
          <SelectField
            name="period"
            label={t('month-dialogs:taxFile.period')}
            placeholder={t('month-dialogs:taxFile.period')}
            initialValue={periods[1]?.value}
            options={periods}
          />
          <ConfirmationFields confirmation={confirmation} />
          <FormActions onClose={closeDialog}>{t('settlement:createFile')}</FormActions>
        </Form>
      )}
    </Dialog>
  )
}

const decodeFile = ({ base64, type }: NonNullable<Outcome['file']>) =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type })

const TaxFileOutcome = ({ file, people, missing, unpaid }: Outcome) => (
  <div className="panel stack gap-3" data-tone={file ? 'good' : undefined} data-outcome="tax-file">
    <b className="break">
      {file
        ? t('month-dialogs:taxFile.done', { count: people, name: file.name })
        : t('month-dialogs:taxFile.none')}
    </b>
    {missing.length > 0 && (
      <LeftOut
        title={t('month-dialogs:taxFile.missing')}
        items={missing.map(({ email, statements }) =>
          addNote(email ?? t('lists:deletedAccount'), listNames(statements)),
        )}
      />
    )}
    {unpaid.length > 0 && <LeftOut title={t('month-dialogs:taxFile.unpaid')} items={unpaid} />}
  </div>
)

const LeftOut = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <p className="medium">{title}</p>
    <ul>
      {items.map((item) => (
        <li key={item} className="break">
          {item}
        </li>
      ))}
    </ul>
  </div>
)
