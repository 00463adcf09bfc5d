import { type ShareSet, wholePermille } from '#contract/settlement/payout-shares.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatPercent } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './PayoutShares.module.css'
import { getMemberName } from './ShareFields.tsx'
import { ShareParts } from './ShareParts.tsx'

/** "한입스튜디오 60.0%, 네트워크 40.0%". */
export function describeSet({ shares }: ShareSet): string {
  const rest = shares.reduce((left, { permille }) => left - permille, wholePermille)
  const parts = shares.map(({ member, permille }) => ({ name: getMemberName(member), permille }))
  if (rest > 0) parts.push({ name: t('lists:network'), permille: rest })
  return listNames(
    parts.map(({ name, permille }) => `${name} ${formatPercent(permille / wholePermille, locale())}`),
  )
}

export const ShareHistory = ({ sets }: { sets: readonly ShareSet[] }) => (
  <section className="grid gap-2">
    <h3 className="text-s medium">{t('payout-shares:history')}</h3>
    <ul className={styles.history}>
      {sets.map((set) => (
        <li key={set.fromDay}>
          <b>{t('payout-shares:since', { day: formatDay(set.fromDay, locale()) })}</b>
          <span className="break">{describeSet(set)}</span>
          <ShareParts permilles={set.shares.map(({ permille }) => permille)} />
        </li>
      ))}
    </ul>
  </section>
)
