import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { maxReleaseReason, ReleaseReason, releaseRegistration } from '#contract/channels/release.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { $channel, card } from '#islands/operations/desk/channel/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const ReleaseForm = z.object({ reason: ReleaseReason })

export function ReleaseDialog() {
  const channel = useStore($channel)
  if (channel === null || channel.endedAt !== null) return null
  const { id, name, network, site, members } = channel
  async function release({ reason }: z.output<typeof ReleaseForm>) {
    await call(releaseRegistration, { body: { id, reason } })
    notify('success', t('desk-channel:release.done', { name }))
    card.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('desk-channel:release.title')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={name} detail={network ?? site} />
        <PointList
          title={t('desk-channel:release.happens')}
          tone="warn"
          points={[
            t('desk-channel:release.ends'),
            ...(members.length > 0 ? [t('desk-channel:release.people', { count: members.length })] : []),
            t('desk-channel:release.figures'),
            t('desk-channel:release.mail'),
          ]}
        />
      </DialogContent>
      <Form schema={ReleaseForm} onSubmit={release}>
        <Field
          name="reason"
          label={t('desk-channel:release.reason')}
          hint={t('desk-channel:release.reasonHint')}
          maxLength={maxReleaseReason}
          autoComplete="off"
          required
        />
        <FormActions kind="danger" onClose={closeDialog}>
          {t('desk-channel:release.confirm')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
