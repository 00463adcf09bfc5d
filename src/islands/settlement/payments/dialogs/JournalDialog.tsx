import { useState } from 'react'
import type * as z from 'zod/mini'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { exportJournal } from '#contract/settlement/movements.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { download } from '#lib/api/download.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Last month, which is what is booked next. */
function getDefaultRange() {
  const start = getMonthStart(toLocalDay(new Date().toISOString()))
  return { from: getMonthStart(start, -1), to: addDays(start, -1) }
}

/** Downloads the journal of a period. */
export function JournalDialog() {
  const [range] = useState(getDefaultRange)
  async function save(query: z.output<typeof exportJournal.query>): Promise<void> {
    await download(exportJournal, { query })
    notify('success', t('common:export.done'))
    closeDialog()
  }
  return (
    <Dialog title={t('payment-dialogs:journal.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('payment-dialogs:journal.lead')}</p>
      </DialogContent>
      <Form schema={exportJournal.query} onSubmit={save}>
        <Field
          name="from"
          type="date"
          label={t('payment-dialogs:journal.from')}
          defaultValue={range.from}
          required
        />
        <Field
          name="to"
          type="date"
          label={t('payment-dialogs:journal.to')}
          hint={t('payment-dialogs:journal.toHint')}
          defaultValue={range.to}
          required
        />
        <FormActions onClose={closeDialog}>{t('payment-dialogs:journal.create')}</FormActions>
      </Form>
    </Dialog>
  )
}
