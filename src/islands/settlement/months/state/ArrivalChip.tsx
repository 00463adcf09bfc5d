import type { ArrivalState, MonthArrival } from '#contract/settlement/final-files.ts'
import { formatDay } from '#lib/format/day.ts'
import { getFormatter } from '#lib/format/formatters.ts'
import { locale, t } from '#lib/i18n/strings.ts'

const tones: Readonly<Record<ArrivalState, string>> = {
  expected: 'rest',
  incomplete: 'warn',
  late: 'bad',
  complete: 'good',
}

export const ArrivalChip = ({ state }: Pick<MonthArrival, 'state'>) => (
  <span className="chip" data-tone={tones[state]} data-arrival={state}>
    {t(`months:arrivals.state.${state}`)}
  </span>
)

/** Says what is missing, and by when it should have come. */
export function describeArrival({ state, dueOn, missing }: MonthArrival): string {
  const names = missing.map((source) => t(`settlement:sources.${source}`))
  return [
    ...(state === 'complete'
      ? []
      : [t(`months:arrivals.text.${state}`, { day: formatDay(dueOn, locale()) })]),
    ...(names.length > 0
      ? [
          t('months:arrivals.missing', {
            files: getFormatter(Intl.ListFormat, locale(), {}).format(names),
          }),
        ]
      : []),
  ].join(' ')
}
