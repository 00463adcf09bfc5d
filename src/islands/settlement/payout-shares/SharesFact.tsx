import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SharesFactProps } from '#islands/channels/panel/shares-fact.ts'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './PayoutShares.module.css'
import { describeSet } from './ShareHistory.tsx'
import { findSetOf } from './share-form.ts'
import { $channelShares, $shownChannelId, payoutShares } from './store.ts'

/** Shows how the members of a channel share its money, with a button to change it. */
export function SharesFact({ channelId, members }: SharesFactProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other members may lack shares.
  useEffect(() => {
    const isKnown = payoutShares.$state.get().key?.channel === channelId
    $shownChannelId.set(channelId)
    if (isKnown) payoutShares.reload()
    return () => $shownChannelId.set(null)
  }, [channelId, members])
  const { shares, error } = useStore($channelShares)
  if (error) return <span className="bad">{error}</span>
  if (!shares) return <span className="faint">{t('common:loading')}</span>
  const current = findSetOf(shares.sets, shares.today)
  return (
    <>
      <span className="break">
        {current ? describeSet(current) : t(`payout-shares:none.${countMembers(shares.members)}`)}
      </span>{' '}
      {shares.members.length > 0 && (
        <Permitted permission="shares.change">
          <button type="button" className={styles.edit} onClick={() => openDialog('shares', channelId)}>
            {t('payout:setShares')}
          </button>
        </Permitted>
      )}
      {shares.undecidedFrom !== null && (
        <span className={`warn ${styles.warning}`}>
          {t('payout-shares:undecided', { day: formatDay(shares.undecidedFrom, locale()) })}
        </span>
      )}
    </>
  )
}

function countMembers({ length }: readonly unknown[]): 'nobody' | 'one' | 'several' {
  if (length === 0) return 'nobody'
  return length === 1 ? 'one' : 'several'
}
