import { Field } from '#islands/kit/forms/Field.tsx'
import { t } from '#lib/i18n/strings.ts'

interface FeeFieldsProps {
  rate: string
  /** First day, which may become known later: a day that was typed stays. Empty: the one that the server chooses. */
  day: string
  dayHint: string
  /** Earlier days are in closed months; null: none is closed. */
  firstDay: string | null
}

/** Fields of `FeeForm`. */
export const FeeFields = ({ rate, day, dayHint, firstDay }: FeeFieldsProps) => (
  <>
    <Field
      name="fee_rate"
      label={t('member-dialogs:fee.field')}
      hint={t('member-dialogs:fee.hint')}
      defaultValue={rate}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      required
    />
    <Field
      name="from"
      type="date"
      label={t('member-dialogs:fee.from')}
      hint={dayHint}
      defaultValue={day}
      min={firstDay ?? undefined}
    />
  </>
)
