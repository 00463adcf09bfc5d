import { useState } from 'react'
import { passwordLength } from '#contract/auth.ts'
import { Field } from '#islands/forms/Field.tsx'
import styles from '#islands/members/Members.module.css'
import { t } from '#lib/i18n/strings.ts'

/** A password for someone else, so it can be made visible. */
export function PasswordField({ label }: { label: string }) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <div className="relative">
      <Field
        name="password"
        type={isVisible ? 'text' : 'password'}
        label={label}
        hint={t('common:passwordHint', passwordLength)}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button
        type="button"
        className={`text-button ${styles.password}`}
        onClick={() => setIsVisible(!isVisible)}
      >
        {t(isVisible ? 'member-dialogs:hidePassword' : 'member-dialogs:showPassword')}
      </button>
    </div>
  )
}
