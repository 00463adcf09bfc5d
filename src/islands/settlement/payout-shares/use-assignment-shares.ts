import { useState } from 'react'
import { type ShareSet, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { toPacificDay } from '#lib/format/date-math.ts'
import { t } from '#lib/i18n/strings.ts'
import { parseShares, type ShareTexts, toShareTexts } from './share-form.ts'
import type { ShareGroup } from './share-groups.ts'

export interface AssignmentShares {
  readonly groups: readonly ShareGroup[]
  readonly fromDay: string
  setFromDay: (day: string) => void
  getTexts: (group: ShareGroup) => ShareTexts
  setTexts: (group: ShareGroup, texts: ShareTexts) => void
  /** Why they cannot be saved; groups without any share are decided later. */
  findProblem: () => string | null
  /** After the assignment. @returns why they were refused */
  save: () => Promise<string | null>
}

/** `current`: what the one channel's members have now. */
export function useAssignmentShares(
  groups: readonly ShareGroup[],
  current?: ShareSet | undefined,
): AssignmentShares {
  const [entered, setEntered] = useState<ReadonlyMap<string, ShareTexts>>(new Map())
  const [fromDay, setFromDay] = useState(() => toPacificDay(new Date().toISOString()))
  const getTexts = ({ key }: ShareGroup) => entered.get(key) ?? toShareTexts(current)
  const parse = (group: ShareGroup) => parseShares(group.members, getTexts(group))

  function findProblem(): string | null {
    for (const group of groups) {
      const { isEmpty, problem } = parse(group)
      if (!isEmpty && problem !== null) return t(`payout-shares:problem.${problem}`)
      if (!isEmpty && fromDay === '') return t('payout-shares:problem.day')
    }
    return null
  }

  async function save(): Promise<string | null> {
    for (const group of groups) {
      const { isEmpty, shares } = parse(group)
      if (isEmpty) continue
      try {
        await call(setPayoutShares, { body: { ids: [...group.ids], fromDay, shares: [...shares] } })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return t('payout-shares:assign.failed', { reason: error.message })
      }
    }
    return null
  }

  return {
    groups,
    fromDay,
    setFromDay,
    getTexts,
    setTexts: ({ key }, texts) => setEntered(new Map([...entered, [key, texts]])),
    findProblem,
    save,
  }
}
