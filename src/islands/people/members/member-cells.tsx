import { useStore } from '@nanostores/react'
import { getFee, type Member, type MemberProfit, type MonthReport } from '#contract/people/members.ts'
import { ShareBar } from '#islands/kit/charts/small/ShareBar.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { may } from '#lib/api/session.ts'
import { formatPercent, missingValue } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Members.module.css'

export const formatRate = (percent: number) => formatPercent(percent / 100, locale())

export const MemberName = ({ member: { nickname, user_id, state, payee } }: { member: Member }) => (
  <span className={styles.name}>
    <b className="text-m">{nickname}</b>
    <small>{user_id}</small>
    {state !== 'active' && (
      <span className="chip" data-tone={state === 'unconfirmed' ? undefined : 'warn'}>
        {t(`lists:memberStates.${state}`)}
      </span>
    )}
    {payee === 'entered' && (
      <span className="chip" data-tone="warn">
        {t('members:payeeWaits')}
      </span>
    )}
  </span>
)

interface ChannelsLinkProps {
  member: Member
  children: string
}

/** Members without channels have nothing to show. */
export const ChannelsLink = ({ member: { id, nickname, channels }, children }: ChannelsLinkProps) =>
  channels === 0 ? (
    <span className="inline-link muted">{children}</span>
  ) : (
    <a className="inline-link link" href={`${localizePath('/manage-channel', locale())}?member=${id}`}>
      {children} <HiddenLabel>{nickname}</HiddenLabel>
    </a>
  )

export function RateCell({ member }: { member: Member }) {
  const changesFees = useStore(may('fees.change'))
  if (member.fee_rate === undefined) return missingValue
  if (!changesFees) return formatRate(member.fee_rate)
  return (
    <button type="button" className={styles.rate} onClick={() => openDialog('fee', member.id)}>
      {formatRate(member.fee_rate)}
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="m10.4 3.4 2.2 2.2M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z" />
      </svg>
      <span className="visually-hidden">
        {t('members:action.fee')} {member.nickname}
      </span>
    </button>
  )
}

interface ProfitShareProps {
  profit: MemberProfit | undefined
  report: MonthReport | null
}

/** Shows the share of the whole network's profit; the end of the bar is the fee. */
export function ProfitShare({ profit, report }: ProfitShareProps) {
  const whole = report?.networkProfit ?? 0
  if (!profit || whole <= 0 || profit.grossProfit < 0) return null
  const share = profit.grossProfit / whole
  return (
    <span className={styles.share} data-share>
      {t('members:share', { share: formatPercent(share, locale()) })}
      <ShareBar share={share} taken={getFee(profit) / whole} />
    </span>
  )
}
