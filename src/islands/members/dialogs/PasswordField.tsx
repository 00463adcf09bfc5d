import { useState } from 'react'
import { passwordLength } from '#contract/auth.ts'
import { Field } from '#islands/forms/Field.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Dialogs.module.css'

/** A password for somebody else: who gives it may look at it, to pass it on. */
export function PasswordField({ label }: { label: string }) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <div className={styles.password}>
      <Field
        name="password"
        type={isVisible ? 'text' : 'password'}
        label={label}
        hint={t('member-dialogs:passwordHint', passwordLength)}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button type="button" onClick={() => setIsVisible(!isVisible)}>
        {t(isVisible ? 'member-dialogs:hidePassword' : 'member-dialogs:showPassword')}
      </button>
    </div>
  )
}
