import { useStore } from '@nanostores/react'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { CardEvent, ChannelCard } from '#contract/operations/desk/channel-card.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { formatDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

const filters = ['all', 'review', 'change'] as const

export function History({ channel: { history } }: { channel: ChannelCard }) {
  const params = useStore($params)
  const filter = filters.find((one) => one === params.history) ?? 'all'
  const shown = history.filter(({ kind }) => filter === 'all' || kind === filter)
  return (
    <section className={styles.panel} aria-labelledby="card-history">
      <header className={styles.historyHeader}>
        <h2 id="card-history">{t('desk-channel:history.title')}</h2>
        <fieldset className={styles.filters}>
          <legend className="visually-hidden">{t('desk-channel:history.filter')}</legend>
          {filters.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="history"
                className="visually-hidden"
                checked={one === filter}
                onChange={() => setParams({ history: one === 'all' ? undefined : one }, { replace: true })}
              />
              {t(`desk-channel:history.${one}`)}
            </label>
          ))}
        </fieldset>
      </header>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('desk-channel:history.none')}</p>
      ) : (
        <ol className={styles.events}>
          {shown.map((event) => (
            <Event key={`${event.time} ${event.kind} ${event.action ?? event.approval}`} event={event} />
          ))}
        </ol>
      )}
    </section>
  )
}

const approvals = {
  [approvalStatus.pending]: 'requested',
  [approvalStatus.held]: 'held',
  [approvalStatus.approved]: 'approved',
  [approvalStatus.rejected]: 'rejected',
} as const

/** Calls and commands that do the same have one name. */
const actionTexts = {
  'channel add': 'add',
  'channel verify': 'verify',
  'channel assign': 'assign',
  'channels assign': 'assign',
  'channel unassign': 'unassign',
  'channels unassign': 'unassign',
  'payout-shares set': 'shares',
  'shares import': 'shares',
  'channel shares': 'shares',
  'earning-day set': 'earning',
  'channel earns-from': 'earning',
  'registration release': 'release',
  'channel release': 'release',
  'channel delete': 'remove',
  'network adopt': 'adopt',
  'membership end': 'member',
  'account move': 'member',
} as const

function getTitle({ action, approval }: CardEvent): string {
  if (approval !== null) return t(`desk-channel:history.approvals.${approvals[approval]}`)
  const known = actionTexts[(action ?? '') as keyof typeof actionTexts]
  return known === undefined ? (action ?? '') : t(`desk-channel:history.actions.${known}`)
}

const getTone = ({ approval }: CardEvent) =>
  approval === approvalStatus.approved
    ? 'good'
    : approval === approvalStatus.held
      ? 'warn'
      : approval === approvalStatus.rejected
        ? 'bad'
        : undefined

/** The old and the new earning day; who was meant by the ids of other changes, the lanes show. */
function getChange({ changes }: CardEvent): string | null {
  const day = changes.find(({ name }) => name === 'earns_from')
  if (!day?.after) return null
  const after = formatDay(day.after, locale())
  return day.before === null ? after : `${formatDay(day.before, locale())} → ${after}`
}

function Event({ event }: { event: CardEvent }) {
  const detail = getChange(event) ?? event.reason
  return (
    <li data-tone={getTone(event)}>
      <time dateTime={event.time}>{formatFullMoment(event.time, locale())}</time>
      <b>{getTitle(event)}</b>
      <span className="break">{detail}</span>
      <small className="break">{event.by}</small>
    </li>
  )
}
