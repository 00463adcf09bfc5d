import { useId } from 'react'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface FromDayFieldProps {
  value: string
  /** Earlier days are in closed months; null: none is closed. */
  firstDay: string | null
  onChange: (day: string) => void
}

export function FromDayField({ value, firstDay, onChange }: FromDayFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-tight">
      <label className="text-s medium" htmlFor={id}>
        {t('payout-shares:from')}
      </label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        min={firstDay ?? undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="faint text-xs" id={`${id}-hint`}>
        {firstDay === null
          ? t('payout-shares:fromHint')
          : t('payout-shares:fromHintClosed', { day: formatDay(firstDay, locale()) })}
      </p>
    </div>
  )
}
