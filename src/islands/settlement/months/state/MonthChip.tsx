import type { MonthState } from '#contract/settlement/months.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface MonthChipProps {
  month: { readonly state: MonthState; readonly closedAt: string | null; readonly releasedAt: string | null }
}

const tones = { open: 'warn', closed: 'primary', released: 'good' } as const

export const MonthChip = ({ month }: MonthChipProps) => (
  <span className="chip" data-tone={tones[month.state]} data-month-state={month.state}>
    {describeState(month)}
  </span>
)

function describeState({ state, closedAt, releasedAt }: MonthChipProps['month']): string {
  if (state === 'closed' && closedAt)
    return t('months:state.closedOn', { day: formatLocalDay(closedAt, locale()) })
  if (state === 'released' && releasedAt)
    return t('months:state.releasedOn', { day: formatLocalDay(releasedAt, locale()) })
  return t(`months:state.${state}`)
}
