import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { dayOfMoment } from '#lib/days.ts'
import { formatPercent } from '#lib/format.ts'
import { formatDay } from '#lib/format-day.ts'
import { localePath } from '#lib/language.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Members.module.css'
import { openDialog } from './opened.ts'

/** What is said of each member, in the order of the columns. */
export const facts = ['channels', 'fee', 'lastSignIn', 'registered'] as const
export type FactName = (typeof facts)[number]

/** A percent as it is read. */
export const formatRate = (percent: number) => formatPercent(percent / 100, locale())

/** Tells apart, for who does not see where it stands, what says the same of several members. */
const Of = ({ member }: { member: Member }) => <span className="visually-hidden">{member.nickname}</span>

const views: Record<FactName, (given: { member: Member }) => ReactNode> = {
  channels: Channels,
  fee: Fee,
  lastSignIn: ({ member }) =>
    member.last_sign_in_at ? <Moment at={member.last_sign_in_at} /> : t('members:never'),
  registered: ({ member }) => <Moment at={member.registered_at} />,
}

export function Fact({ fact, member }: { fact: FactName; member: Member }) {
  const View = views[fact]
  return <View member={member} />
}

export const Who = ({ member: { nickname, user_id } }: { member: Member }) => (
  <span className={styles.who}>
    <b>{nickname}</b>
    <small>{user_id}</small>
  </span>
)

function Channels({ member }: { member: Member }) {
  const count = t('members:channels', { count: member.channels })
  if (member.channels === 0) return count
  return (
    <a className={styles.link} href={`${localePath('/manage-channel', locale())}?member=${member.id}`}>
      {count} <Of member={member} />
    </a>
  )
}

function Fee({ member }: { member: Member }) {
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
function Moment({ at }: { at: string }) {
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={time.format(new Date(at))}>
      {formatDay(dayOfMoment(at), locale())}
    </time>
  )
}
