import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { endPersonMembership } from '#contract/people/membership/person-network.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, PointList, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { $person, card } from '#islands/operations/desk/person/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Empty: today. */
const EndForm = z.object({ until: z.union([z.literal(''), z.iso.date(errorCode('day_invalid'))]) })

export function MembershipDialog() {
  const person = useStore($person)
  if (person === null) return null
  const { id, nickname, network } = person
  const end = async ({ until }: z.output<typeof EndForm>) => {
    await call(endPersonMembership, { body: { target: id, ...(until !== '' && { until }) } })
    notify('success', t('member-access:end.done'))
    card.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('member-access:end.title')} swipe="down" focusesTitle onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={network} />
        <PointList
          tone="warn"
          title={t('member-access:end.ends')}
          points={(['channels', 'fee', 'screens'] as const).map((key) => t(`member-access:end.${key}`))}
        />
        <PointList
          title={t('member-access:end.stays')}
          points={(['account', 'money', 'figures'] as const).map((key) => t(`member-access:end.${key}`))}
        />
      </DialogContent>
      <Form schema={EndForm} onSubmit={end}>
        <Field
          name="until"
          type="date"
          label={t('member-access:end.until')}
          hint={t('member-access:end.untilHint')}
        />
        <FormActions kind="danger" onClose={closeDialog}>
          {t('member-access:end.title')}
        </FormActions>
      </Form>
    </Dialog>
  )
}
