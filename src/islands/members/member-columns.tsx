import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { Day } from '#islands/ui/Day.tsx'
import { HiddenLabel } from '#islands/ui/HiddenLabel.tsx'
import { formatPercent } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Members.module.css'

export const memberColumns = ['channels', 'fee', 'lastSignIn', 'registered'] as const
export type MemberColumn = (typeof memberColumns)[number]

export const formatRate = (percent: number) => formatPercent(percent / 100, locale())

const cells: Record<MemberColumn, (props: { member: Member }) => ReactNode> = {
  channels: ChannelsCell,
  fee: FeeCell,
  lastSignIn: ({ member }) =>
    member.last_sign_in_at ? <Day moment={member.last_sign_in_at} /> : t('members:never'),
  registered: ({ member }) => <Day moment={member.registered_at} />,
}

export function MemberCell({ column, member }: { column: MemberColumn; member: Member }) {
  const Cell = cells[column]
  return <Cell member={member} />
}

export const MemberName = ({ member: { nickname, user_id, state } }: { member: Member }) => (
  <span className={styles.name}>
    <b className="text-m">{nickname}</b>
    <small>{user_id}</small>
    {state !== 'active' && (
      <span className="chip" data-tone={state === 'unconfirmed' ? undefined : 'warn'}>
        {t(`members:state.${state}`)}
      </span>
    )}
  </span>
)

function ChannelsCell({ member }: { member: Member }) {
  const count = t('members:channels', { count: member.channels })
  if (member.channels === 0) return count
  return (
    <a className="inline-link link" href={`${localizePath('/manage-channel', locale())}?member=${member.id}`}>
      {count} <HiddenLabel>{member.nickname}</HiddenLabel>
    </a>
  )
}

function FeeCell({ member }: { member: Member }) {
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
