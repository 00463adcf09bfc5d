import { DayField } from '#islands/kit/forms/DayField.tsx'
import { toPacificDay } from '#lib/format/date-math.ts'
import { t } from '#lib/i18n/strings.ts'

interface AssignmentDayProps {
  kind: 'assign.from' | 'unassign.until'
  /** Empty: the day that the server chooses. */
  value: string
  onChange: (day: string) => void
}

/** First day with the channel, or without it: today or earlier. */
export const AssignmentDay = ({ kind, value, onChange }: AssignmentDayProps) => (
  <DayField
    label={t(`channel-dialogs:${kind}`)}
    hint={t(`channel-dialogs:${kind}Hint`)}
    value={value}
    max={toPacificDay(new Date().toISOString())}
    onChange={onChange}
  />
)
