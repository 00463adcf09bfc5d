import { useState } from 'react'
import { passwordLength } from '#contract/auth.ts'
import { t } from '#lib/strings.ts'
import { Field } from '#shared/Field.tsx'
import styles from './Dialogs.module.css'

/** A password for somebody else: who gives it may look at it, to pass it on. */
export function PasswordField({ label }: { label: string }) {
  const [seen, setSeen] = useState(false)
  return (
    <div className={styles.password}>
      <Field
        name="password"
        type={seen ? 'text' : 'password'}
        label={label}
        hint={t('member-dialogs:passwordHint', passwordLength)}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button type="button" onClick={() => setSeen(!seen)}>
        {t(seen ? 'member-dialogs:hidePassword' : 'member-dialogs:showPassword')}
      </button>
    </div>
  )
}
