import { type ShareMember, type ShareSet, wholePermille } from '#contract/settlement/payout-shares.ts'

/** The text that was typed for each member, in percent. */
export type ShareTexts = ReadonlyMap<number, string>

/** "62.5", "62,5 %". Undefined: neither a percentage with one decimal nor empty. Null: empty. */
export function parsePercent(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^\d{1,3}(?:[.,]\d)?\s*%?$/.test(trimmed)) return undefined
  const permille = Math.round(Number.parseFloat(trimmed.replace(',', '.')) * 10)
  return permille > wholePermille ? undefined : permille
}

export const formatPermilleInput = (permille: number) => String(permille / 10)

type ShareProblem = 'invalid' | 'missing' | 'total'

export interface ParsedShares {
  /** Members with a share, in order. */
  readonly shares: readonly { member: number; permille: number }[]
  readonly totalPermille: number
  /** Nobody has a share yet. */
  readonly isEmpty: boolean
  readonly problem: ShareProblem | null
}

export function parseShares(members: readonly ShareMember[], texts: ShareTexts): ParsedShares {
  const parsed = members.map(({ id }) => ({ member: id, permille: parsePercent(texts.get(id) ?? '') }))
  const shares = parsed.flatMap(({ member, permille }) =>
    typeof permille === 'number' ? [{ member, permille }] : [],
  )
  const totalPermille = shares.reduce((sum, { permille }) => sum + permille, 0)
  const isEmpty = parsed.every(({ permille }) => permille === null)
  const findProblem = (): ShareProblem | null => {
    if (parsed.some(({ permille }) => permille === undefined)) return 'invalid'
    if (totalPermille > wholePermille) return 'total'
    return shares.length < parsed.length ? 'missing' : null
  }
  return { shares, totalPermille, isEmpty, problem: findProblem() }
}

/** The first members get the indivisible rest, in tenths of a percent. */
export function divideEqually(members: readonly ShareMember[]): ShareTexts {
  const base = Math.floor(wholePermille / members.length)
  const rest = wholePermille - base * members.length
  return new Map(members.map(({ id }, at) => [id, formatPermilleInput(base + (at < rest ? 1 : 0))]))
}

/** The sets are newest first. */
export const findSetOf = (sets: readonly ShareSet[], day: string): ShareSet | undefined =>
  sets.find(({ fromDay }) => fromDay <= day)

export const toShareTexts = (set: ShareSet | undefined): ShareTexts =>
  new Map(set?.shares.map(({ member, permille }) => [member.id, formatPermilleInput(permille)]))
