import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { EarningDay, setEarningDay } from '#contract/channels/earning-day.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { $channel, card } from '#islands/operations/desk/channel/store.ts'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const EarningDayForm = z.object({ from: EarningDay })

export function EarningDialog() {
  const channel = useStore($channel)
  if (channel?.earnsFrom === null || channel === null) return null
  const { id, name, network, earnsFrom, today } = channel
  async function change({ from }: z.output<typeof EarningDayForm>) {
    await call(setEarningDay, { body: { id, from } })
    notify('success', t('channel-dialogs:earningDay.done', { day: formatDay(from, locale()) }))
    card.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('desk-channel:lanes.earns')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={name} detail={network} />
        <p>{t('channel-dialogs:earningDay.lead')}</p>
        <p className="medium">
          {t('channel-dialogs:earningDay.current', { day: formatDay(earnsFrom, locale()) })}
        </p>
      </DialogContent>
      <Form key={earnsFrom} schema={EarningDayForm} onSubmit={change}>
        <Field
          name="from"
          type="date"
          label={t('channel-dialogs:earningDay.from')}
          hint={t('channel-dialogs:earningDay.fromHint')}
          defaultValue={earnsFrom}
          max={today}
          required
        />
        <FormActions onClose={closeDialog}>{t('common:change')}</FormActions>
      </Form>
    </Dialog>
  )
}
