import { useId } from 'react'
import { type StaffRole, staffRoles } from '#contract/platform/roles.ts'
import { useFormState } from '#islands/kit/forms/context.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './RoleChoice.module.css'

interface RoleChoiceProps {
  label: string
  initial: readonly StaffRole[]
  roles?: readonly StaffRole[]
}

/** A checkbox for each role with what it may do; its field names are the roles (`role-form.ts`). */
export function RoleChoice({ label, initial, roles = staffRoles }: RoleChoiceProps) {
  const id = useId()
  const message = useFormState().errors.roles
  return (
    <fieldset className={styles.choice} aria-describedby={message && `${id}-error`}>
      <legend className="text-s medium">{label}</legend>
      {roles.map((role, index) => (
        <label key={role} className={styles.role}>
          <input
            type="checkbox"
            name={role}
            defaultChecked={initial.includes(role)}
            aria-describedby={`${id}-${role}`}
            aria-invalid={(message !== undefined && index === 0) || undefined}
          />
          <span className="grid">
            <span className="medium">{t(`roles:names.${role}`)}</span>
            <span className="faint text-xs" id={`${id}-${role}`}>
              {t(`roles:texts.${role}`)}
            </span>
          </span>
        </label>
      ))}
      {message && (
        <p className="text-s bad" id={`${id}-error`}>
          {message}
        </p>
      )}
    </fieldset>
  )
}
