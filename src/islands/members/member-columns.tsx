import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatPercent } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Members.module.css'

/** What is said of each member, in the order of the columns. */
export const memberColumns = ['channels', 'fee', 'lastSignIn', 'registered'] as const
export type MemberColumn = (typeof memberColumns)[number]

/** A percent as it is read. */
export const formatRate = (percent: number) => formatPercent(percent / 100, locale())

/** Tells apart, for who does not see where it stands, what says the same of several members. */
const HiddenLabel = ({ member }: { member: Member }) => (
  <span className="visually-hidden">{member.nickname}</span>
)

const cells: Record<MemberColumn, (given: { member: Member }) => ReactNode> = {
  channels: ChannelsCell,
  fee: FeeCell,
  lastSignIn: ({ member }) =>
    member.last_sign_in_at ? <FormattedMoment at={member.last_sign_in_at} /> : t('members:never'),
  registered: ({ member }) => <FormattedMoment at={member.registered_at} />,
}

export function MemberCell({ fact, member }: { fact: MemberColumn; member: Member }) {
  const Cell = cells[fact]
  return <Cell member={member} />
}

export const MemberName = ({ member: { nickname, user_id } }: { member: Member }) => (
  <span className={styles.who}>
    <b>{nickname}</b>
    <small>{user_id}</small>
  </span>
)

function ChannelsCell({ member }: { member: Member }) {
  const count = t('members:channels', { count: member.channels })
  if (member.channels === 0) return count
  return (
    <a className={styles.link} href={`${localizePath('/manage-channel', locale())}?member=${member.id}`}>
      {count} <HiddenLabel member={member} />
    </a>
  )
}

function FeeCell({ member }: { member: Member }) {
  return (
    <button type="button" className={styles.rate} onClick={() => openDialog('fee', member.id)}>
      {formatRate(member.fee_rate)}
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="m10.4 3.4 2.2 2.2M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z" />
      </svg>
      <span className="visually-hidden">
        {t('members:action.fee')} {member.nickname}
      </span>
    </button>
  )
}

/** The day on which it was where the reader is; the time too, for who points at it. */
function FormattedMoment({ at }: { at: string }) {
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={time.format(new Date(at))}>
      {formatDay(toLocalDay(at), locale())}
    </time>
  )
}
