import { passwordLength } from '#contract/people/auth.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { t } from '#lib/i18n/strings.ts'

/** A password for someone else. */
export const PasswordField = ({ label }: { label: string }) => (
  <Field
    name="password"
    type="password"
    label={label}
    hint={t('common:lengthHint', passwordLength)}
    autoComplete="new-password"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)
