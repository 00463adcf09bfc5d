import { useId } from 'react'
import { maxExplanationLength } from '#contract/settlement/month-closing.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'
import type { ReasonProblem } from './decision.ts'

interface ReasonFieldProps {
  label: string
  hint?: string
  /** Id of the element that says what the reason is for. */
  subject?: string
  value: string
  problem: ReasonProblem | null
  onChange: (text: string) => void
}

/** A reason that stays with the month or in the audit log. */
export function ReasonField({ label, hint, subject, value, problem, onChange }: ReasonFieldProps) {
  const id = useId()
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`, subject].filter(Boolean).join(' ')
  return (
    <div className="grid gap-tight">
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`input ${styles.reason}`}
        rows={2}
        maxLength={maxExplanationLength}
        value={value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <p className="text-s bad" id={`${id}-error`}>
          {t(`month-closing:reason.${problem}`)}
        </p>
      )}
      {hint && (
        <p className="faint text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
