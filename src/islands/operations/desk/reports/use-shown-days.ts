import { defaultCalendarDays } from '#contract/reports/desk/calendar.ts'
import { useMediaQuery } from '#islands/kit/hooks/use-media-query.ts'

/** As many days as fit, so that a cell stays large enough to be hit; a longer range scrolls. */
export function useShownDays(days: number): number {
  const isPhone = useMediaQuery('(max-width: 639px)')
  const isNarrow = useMediaQuery('(max-width: 1239px)')
  if (days > defaultCalendarDays) return days
  return Math.min(days, isPhone ? 10 : isNarrow ? 21 : days)
}

/** The owner stands beside its rows, or above them. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 900px)')
