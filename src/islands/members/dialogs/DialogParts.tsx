import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { useFormState } from '#islands/forms/context.ts'
import { Button } from '#islands/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Dialogs.module.css'

/** Whom a dialog is about. */
export const MemberLine = ({ member: { nickname, user_id } }: { member: Member }) => (
  <p className={styles.member}>
    <b>{nickname}</b>
    <small>{user_id}</small>
  </p>
)

interface DialogActionsProps {
  kind?: 'primary' | 'danger'
  onClose: () => void
  /** What sends the form. */
  children: ReactNode
}

/** Away from a form, or on with it. */
export function DialogActions({ kind = 'primary', onClose, children }: DialogActionsProps) {
  const { pending } = useFormState()
  return (
    <div className={styles.actions}>
      <Button onClick={onClose}>{t('common:cancel')}</Button>
      <Button type="submit" kind={kind} pending={pending}>
        {children}
      </Button>
    </div>
  )
}
