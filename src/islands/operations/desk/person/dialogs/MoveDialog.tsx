import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { movePerson } from '#contract/people/membership/person-network.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import {
  DialogActions,
  DialogContent,
  FormActions,
  PointList,
  SubjectLine,
} from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $person, card } from '#islands/operations/desk/person/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { toPacificDay } from '#lib/format/date-math.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const MoveForm = z.object({
  network: z.pipe(z.coerce.number(), z.int().check(z.minimum(1))),
  from: z.iso.date(errorCode('day_invalid')),
})

/** The refusal of the API says less than what this one is about. */
async function move(body: { target: number; network: number; from: string }): Promise<void> {
  try {
    await call(movePerson, { body })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'outdated') throw error
    throw new ApiError('outdated', error.status, t('desk-person:move.outdated'))
  }
}

export function MoveDialog() {
  const person = useStore($person)
  if (person === null) return null
  const { id, nickname, network, networks } = person
  const submit = async (values: z.output<typeof MoveForm>) => {
    await move({ target: id, ...values })
    notify('success', t('desk-person:move.done'))
    card.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('desk-person:move.title')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={network} />
        {networks.length === 0 ? (
          <p>{t('desk-person:move.none')}</p>
        ) : (
          <PointList
            tone="warn"
            title={t('desk-person:move.happens')}
            points={(['channels', 'fee', 'money'] as const).map((key) => t(`desk-person:move.${key}`))}
          />
        )}
      </DialogContent>
      {networks.length === 0 ? (
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:close')}</Button>
        </DialogActions>
      ) : (
        <Form schema={MoveForm} onSubmit={submit}>
          <SelectField
            name="network"
            label={t('desk-person:move.network')}
            placeholder={t('desk-person:move.choose')}
            options={networks.map((one) => ({ value: String(one.id), label: one.name }))}
          />
          <Field
            name="from"
            type="date"
            label={t('desk-person:move.from')}
            hint={t('desk-person:move.fromHint')}
            max={toPacificDay(new Date().toISOString())}
            required
          />
          <FormActions kind="danger" onClose={closeDialog}>
            {t('desk-person:move.confirm')}
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
