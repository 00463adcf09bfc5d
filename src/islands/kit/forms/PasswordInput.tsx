import { type InputHTMLAttributes, useState } from 'react'
import { t } from '#lib/i18n/strings.ts'
import { useFormState } from './context.ts'
import styles from './PasswordInput.module.css'

/** Has a button that reveals the password. */
export function PasswordInput(input: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setIsShown] = useState(false)
  // Browsers save a password only while it is hidden.
  const { pending } = useFormState()
  return (
    <span className={`input-box ${styles.password}`}>
      <input
        {...input}
        type={isShown && !pending ? 'text' : input.type}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        aria-label={t('common:showPassword')}
        aria-pressed={isShown}
        title={t('common:showPassword')}
        onClick={() => setIsShown(!isShown)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
          {isShown && <path d="m2.5 13.5 11-11" />}
        </svg>
      </button>
    </span>
  )
}
