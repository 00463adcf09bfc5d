import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { EarningDay, setEarningDay } from '#contract/channels/earning-day.ts'
import { ChannelLine } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import type { ChannelDialogProps } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { call } from '#lib/api/call.ts'
import { toPacificDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { registrationHistory } from './registration-history.ts'

const EarningDayForm = z.object({ from: EarningDay })

/** Only for operators, in a session with a second factor. */
export function EarningDayDialog({ channel, onClose, onChanged }: ChannelDialogProps) {
  const { key, result, error } = useStore(registrationHistory.$state)
  const history = result?.key.id === key?.id ? result?.data : undefined
  const earnsFrom = history?.earnsFrom ?? null
  async function change({ from }: z.output<typeof EarningDayForm>) {
    await call(setEarningDay, { body: { id: channel.id, from } })
    notify('success', t('channel-dialogs:earningDay.done', { day: formatDay(from, locale()) }))
    registrationHistory.reload()
    onChanged()
    onClose()
  }
  return (
    <Dialog title={t('channels:action.earningDay')} swipe="down" onClose={onClose}>
      <DialogContent>
        <ChannelLine channel={channel} />
        <p>{t('channel-dialogs:earningDay.lead')}</p>
        {history === undefined && error === null && <Skeleton height="150px" />}
        {history !== undefined && (
          <p className="medium">
            {earnsFrom === null
              ? t('channel-dialogs:earningDay.none')
              : t('channel-dialogs:earningDay.current', { day: formatDay(earnsFrom, locale()) })}
          </p>
        )}
        <ErrorMessage text={history === undefined ? (error?.message ?? null) : null} />
      </DialogContent>
      {earnsFrom !== null ? (
        <Form key={earnsFrom} schema={EarningDayForm} onSubmit={change}>
          <Field
            name="from"
            type="date"
            label={t('channel-dialogs:earningDay.from')}
            hint={t('channel-dialogs:earningDay.fromHint')}
            defaultValue={earnsFrom}
            max={toPacificDay(new Date().toISOString())}
            required
          />
          <FormActions onClose={onClose}>{t('common:change')}</FormActions>
        </Form>
      ) : (
        <DialogActions>
          <Button onClick={onClose}>{t('common:close')}</Button>
          {history === undefined && error !== null && (
            <Button onClick={registrationHistory.reload}>{t('common:retry')}</Button>
          )}
        </DialogActions>
      )}
    </Dialog>
  )
}
