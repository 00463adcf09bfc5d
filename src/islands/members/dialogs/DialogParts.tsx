import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { useFormState } from '#shared/form-state.ts'
import styles from './Dialogs.module.css'

/** Whom a dialog is about. */
export const MemberLine = ({ member: { nickname, user_id } }: { member: Member }) => (
  <p className={styles.member}>
    <b>{nickname}</b>
    <small>{user_id}</small>
  </p>
)

interface ActionsProps {
  kind?: 'primary' | 'danger'
  onClose: () => void
  /** What sends the form. */
  children: ReactNode
}

/** Away from a form, or on with it. */
export function Actions({ kind = 'primary', onClose, children }: ActionsProps) {
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
