import { t } from '#lib/i18n/strings.ts'
import { FromDayField } from './FromDayField.tsx'
import { ShareFields } from './ShareFields.tsx'
import type { AssignmentShares } from './use-assignment-shares.ts'

interface AssignmentShareFieldsProps {
  shares: AssignmentShares
  /** Of many channels, whose groups are named. */
  isBulk?: boolean
  firstDay?: string | null
}

/** Asks how to divide the money of channels that several members will have. */
export function AssignmentShareFields({
  shares,
  isBulk = false,
  firstDay = null,
}: AssignmentShareFieldsProps) {
  const { groups, fromDay, setFromDay, getTexts, setTexts } = shares
  if (groups.length === 0) return null
  return (
    <section className="stack gap-3" aria-label={t('payout-shares:title')}>
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
      <FromDayField value={fromDay} firstDay={firstDay} onChange={setFromDay} />
      <p className="caption">{t('payout-shares:assign.later')}</p>
    </section>
  )
}
