import * as z from 'zod/mini'
import { NewPassword } from '#contract/auth.ts'
import { deleteMember } from '#contract/member-management.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { Field } from '#islands/forms/Field.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { DialogActions, MemberLine } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { MemberDialogProps } from './dialog-props.ts'
import { submitMemberChange } from './submit-change.ts'

/**
 * The API takes any password and counts a wrong one as an attempt. One that is too short or too long to be anybody's is
 * not sent.
 */
const DeletionForm = z.object({ password: NewPassword })

/** Removes a member, once what goes and what stays has been read. */
export function DeleteDialog({ member, ...callbacks }: MemberDialogProps) {
  const remove = ({ password }: z.output<typeof DeletionForm>) =>
    submitMemberChange(
      callbacks,
      () => call(deleteMember, { body: { target: member.id, password } }),
      t('member-dialogs:delete.done'),
    )
  return (
    <Dialog title={t('member-dialogs:delete.title')} swipe="down" onClose={callbacks.onClose}>
      <div className={styles.content}>
        <MemberLine member={member} />
        <div className={styles.goes}>
          <p>{t('member-dialogs:delete.goes')}</p>
          <ul>
            <li>{t('member-dialogs:delete.account')}</li>
            <li>{t('member-dialogs:delete.assignments')}</li>
          </ul>
        </div>
        <div className={styles.stays}>
          <p>{t('member-dialogs:delete.stays')}</p>
          <ul>
            <li>{t('member-dialogs:delete.channels')}</li>
            <li>{t('member-dialogs:delete.fees')}</li>
          </ul>
        </div>
      </div>
      <Form schema={DeletionForm} onSubmit={remove}>
        <Field
          name="password"
          type="password"
          label={t('member-dialogs:delete.password')}
          autoComplete="current-password"
          required
        />
        <DialogActions kind="danger" onClose={callbacks.onClose}>
          {t('member-dialogs:delete.confirm')}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
