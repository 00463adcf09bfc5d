import { DayField } from '#islands/kit/forms/DayField.tsx'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface FromDayFieldProps {
  value: string
  /** Earlier days are in closed months; null: none is closed. */
  firstDay: string | null
  onChange: (day: string) => void
}

export const FromDayField = ({ value, firstDay, onChange }: FromDayFieldProps) => (
  <DayField
    label={t('payout-shares:from')}
    hint={
      firstDay === null
        ? t('payout-shares:fromHint')
        : t('payout-shares:fromHintClosed', { day: formatDay(firstDay, locale()) })
    }
    value={value}
    min={firstDay ?? undefined}
    onChange={onChange}
  />
)
