import { parseDay, toLocalDay } from '#lib/format/date-math.ts'
import type { StatementList } from './store.ts'

const dayMs = 86_400_000

/** Negative: the day has passed. */
export const countDaysUntil = (day: string): number =>
  Math.round((parseDay(day).getTime() - parseDay(toLocalDay(new Date().toISOString())).getTime()) / dayMs)

/** What the person could ask for: nothing while somebody has to confirm how to pay. */
export const getRequestable = ({ held, requestable, awaiting, requested }: StatementList): number =>
  held > 0 ? 0 : requestable + awaiting - requested
