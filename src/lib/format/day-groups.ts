import { parseDay } from './date-math.ts'

const dayMs = 86_400_000

/** Groups consecutive days. `days` must be sorted. */
export function groupDays(days: readonly string[]): { from: string; to: string }[] {
  const groups: { from: string; to: string }[] = []
  for (const day of days) {
    const last = groups.at(-1)
    if (last && parseDay(day).getTime() - parseDay(last.to).getTime() === dayMs) last.to = day
    else groups.push({ from: day, to: day })
  }
  return groups
}
