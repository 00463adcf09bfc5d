import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { setPayoutShares } from '#contract/settlement/payout-shares.ts'
import type { UseAssignmentShares } from '#islands/channels/dialogs/assignment/assignment-shares.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { ShareFields } from './ShareFields.tsx'
import { findSetOf, parseShares, type ShareTexts, toShareTexts } from './share-form.ts'
import { groupByMembers, type ShareGroup } from './share-groups.ts'
import { $assignedChannelId, $channelShares } from './store.ts'

/** Asks how to divide the money of channels that several members will have. */
export const useAssignmentShares: UseAssignmentShares = (channels, added, { isBulk }) => {
  const groups = groupByMembers(channels, added)
  const current = useCurrentShares(isBulk ? null : (channels[0]?.channelId ?? null))
  const [entered, setEntered] = useState<ReadonlyMap<string, ShareTexts>>(new Map())
  const getTexts = ({ key }: ShareGroup) =>
    entered.get(key) ?? toShareTexts(current ? findSetOf(current.sets, current.today) : undefined)
  const setTexts = ({ key }: ShareGroup, texts: ShareTexts) => setEntered(new Map([...entered, [key, texts]]))
  const parse = (group: ShareGroup) => parseShares(group.members, getTexts(group))

  /** Groups without any share can be decided later. */
  function findProblem(): string | null {
    for (const group of groups) {
      const { isEmpty, problem } = parse(group)
      if (!isEmpty && problem !== null) return t(`payout-shares:problem.${problem}`)
    }
    return null
  }

  async function save(fromDay: string | undefined): Promise<string | null> {
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

  const fields = groups.length > 0 && (
    <section className="stack gap-3" aria-label={t('payout:shares')}>
      <p>{t(`payout-shares:assign.${isBulk ? 'many' : 'lead'}`)}</p>
      {groups.map((group) => (
        <ShareFields
          key={group.key}
          members={group.members}
          texts={getTexts(group)}
          {...(isBulk && { legend: group.name })}
          onChange={(texts) => setTexts(group, texts)}
        />
      ))}
      <p className="caption">{t('payout-shares:assign.later')}</p>
    </section>
  )
  return { fields, findProblem, save }
}

/** Null until the shares have loaded; then they fill in fields that nobody has typed in yet. */
function useCurrentShares(channelId: string | null) {
  useEffect(() => {
    $assignedChannelId.set(channelId)
    return () => $assignedChannelId.set(null)
  }, [channelId])
  const { shares } = useStore($channelShares)
  return shares?.channelId === channelId ? shares : null
}
