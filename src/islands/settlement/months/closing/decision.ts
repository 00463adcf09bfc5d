import { atom, map } from 'nanostores'
import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import { type MonthClosing, reopenMonth } from '#contract/settlement/month-closing.ts'
import { setRate } from '#islands/settlement/months/state/store.ts'
import { isFarRate, usesRate } from './rates.ts'

// What the person types survives reloads of the draft, and other months do not see it.

/** By the obstacle's key. */
export const $explanations = map<Readonly<Record<string, string>>>({})
/** Says why another exchange rate is used. */
export const $rateReason = atom('')
/** The person has tried to close the month, so missing reasons are errors. */
export const $hasTried = atom(false)

export function forgetDecision(): void {
  $explanations.set({})
  $rateReason.set('')
  $hasTried.set(false)
}

/** Lets an operator who has reopened a month close it again without typing everything once more. */
export function restoreDecision({ explanations, rateReason, rates }: MonthClosing): void {
  $explanations.set(
    Object.fromEntries(
      explanations.flatMap(({ obstacle, text }) => (obstacle ? [[obstacle.key, text]] : [])),
    ),
  )
  $rateReason.set(rateReason ?? '')
  if (rateReason !== null) setRate(rates.find(usesRate)?.krwMicros)
}

export type ReasonProblem = 'missing' | 'characters'

/** A reason is one line: line breaks become spaces. */
export function parseReason(text: string): { reason: string; problem: ReasonProblem | null } {
  const reason = text.replaceAll(/\s+/g, ' ').trim()
  if (reason === '') return { reason, problem: 'missing' }
  return { reason, problem: reopenMonth.body.shape.reason.safeParse(reason).success ? null : 'characters' }
}

const isReason = (text: string) => parseReason(text).problem === null

export const isExplained = ({ key }: Obstacle, explanations: Readonly<Record<string, string>>): boolean =>
  isReason(explanations[key] ?? '')

export interface Decision {
  readonly draft: string
  /** Null: the rates by the sites' rules. */
  readonly rate: { readonly krwMicros: number; readonly reason: string; readonly isFar: boolean } | null
  readonly explanations: readonly { readonly obstacle: string; readonly text: string }[]
}

interface Given {
  closing: MonthClosing
  /** The exchange rate in place of those by the rules. */
  given: number | undefined
  explanations: Readonly<Record<string, string>>
  rateReason: string
}

/** Null: an obstacle is left, or a reason is missing. */
export function decide({ closing, given, explanations, rateReason }: Given): Decision | null {
  const { state, draft, obstacles, rates } = closing
  if (state !== 'open' || draft === null) return null
  if (!obstacles.every((one) => one.canBeExplained && isExplained(one, explanations))) return null
  if (given !== undefined && !isReason(rateReason)) return null
  return {
    draft,
    rate:
      given === undefined
        ? null
        : { krwMicros: given, reason: parseReason(rateReason).reason, isFar: isFarRate(given, rates) },
    explanations: obstacles.map(({ key }) => ({
      obstacle: key,
      text: parseReason(explanations[key] ?? '').reason,
    })),
  }
}
