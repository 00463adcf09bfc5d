import type { CellState, MonthCell, MonthStep } from '#contract/settlement/desk/month-board.ts'
import { monthSteps } from '#contract/settlement/desk/month-board.ts'
import { getFormatter } from '#lib/format/formatters.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

type StepState = 'done' | 'stuck' | 'next' | 'later'

/** Somebody has to solve something first. */
const stuckStates: readonly CellState[] = ['files', 'difference', 'rate', 'obstacles']

export const isStuck = ({ state }: Pick<MonthCell, 'state'>): boolean => stuckStates.includes(state)

/** The step that somebody works on is the first that is not done. */
export function getStepStates(cell: Pick<MonthCell, 'state' | 'done'>): Record<MonthStep, StepState> {
  const current = monthSteps.find((step) => !cell.done.includes(step))
  const getState = (step: MonthStep): StepState => {
    if (cell.done.includes(step)) return 'done'
    if (step !== current || cell.state === 'running') return 'later'
    return isStuck(cell) ? 'stuck' : 'next'
  }
  return Object.fromEntries(monthSteps.map((step) => [step, getState(step)])) as Record<MonthStep, StepState>
}

const dollars = (micros: number) => formatMoney(Math.abs(micros), 'USD', locale())

/** Rounded down: 100 % is all of it. */
export const formatShare = (part: number, whole: number): string =>
  getFormatter(Intl.NumberFormat, locale(), { style: 'percent', maximumFractionDigits: 0 }).format(
    whole > 0 ? Math.floor((part / whole) * 100) / 100 : 0,
  )

/** One or two words that say where it is. */
export function describeState(cell: MonthCell): string {
  const { state, files, differenceMicros, obstacles, due, paid } = cell
  if (state === 'files' && files && files.imported > 0)
    return t('desk-months:cell.filesOf', {
      imported: formatNumber(files.imported, locale()),
      all: formatNumber(files.imported + files.missing, locale()),
    })
  if (state === 'difference' && differenceMicros)
    return t('desk-months:cell.differenceOf', { amount: dollars(differenceMicros) })
  if (state === 'obstacles') return t('desk-months:cell.obstacles', { count: obstacles })
  if (state === 'paying') return t('desk-months:cell.paying', { share: formatShare(paid, due) })
  if (state === 'paid') return t(due > 0 ? 'desk-months:cell.paid' : 'desk-months:cell.nothingDue')
  return t(`desk-months:cell.${state as Exclude<CellState, 'obstacles' | 'paying' | 'paid'>}`)
}

interface CellNote {
  text: string
  tone?: 'bad' | 'warn'
}

/** What is beside it: what else is in the way, or the amount. */
export function describeNote(cell: MonthCell): CellNote | null {
  const { state, obstacles, returned, currency, payable, due } = cell
  if (returned > 0) return { text: t('desk-months:cell.returned', { count: returned }), tone: 'bad' }
  if (obstacles > 0 && state !== 'obstacles')
    return { text: t('desk-months:cell.obstacles', { count: obstacles }), tone: 'warn' }
  const amount = state === 'paying' || state === 'paid' ? due : payable
  return amount ? { text: formatMoney(amount, currency, locale()) } : null
}

/** For those who do not see the bar. */
export const describeSteps = ({ done }: Pick<MonthCell, 'done'>): string =>
  t('desk-months:cell.steps', { done: done.length, all: monthSteps.length })
