import type { ReactNode } from 'react'
import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import type { MonthRow } from '#contract/settlement/months.ts'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { getFormatter } from '#lib/format/formatters.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { getAccountName } from './members/member-cells.tsx'
import styles from './state/Months.module.css'
import { filterByState, type MonthDetail } from './state/store.ts'

const maxShownTasks = 6

/** Lists the obstacles to closing or paying, each with its remedy. */
export function Tasks({ detail: { obstacles, states, state, rows } }: { detail: MonthDetail }) {
  const missingDetails = states.detailsRequired
  const jumps = rows.filter(({ isJump }) => isJump)
  if (obstacles.length === 0 && missingDetails === 0 && jumps.length === 0 && states.returned === 0)
    return null
  const shown = obstacles.slice(0, maxShownTasks)
  const more = obstacles.length - shown.length
  return (
    <section className="card" aria-labelledby="month-tasks">
      <h2 id="month-tasks">{t(state === 'open' ? 'months:tasks.beforeClosing' : 'months:tasks.title')}</h2>
      <ul className={styles.tasks}>
        {shown.map((obstacle) => (
          <Task key={obstacle.key} text={obstacle.text}>
            <WayOut obstacle={obstacle} />
          </Task>
        ))}
        {more > 0 && <Task text={t('months:tasks.more', { count: more })} />}
        {jumps.length > 0 && (
          <Task text={t('months:tasks.jumps', { count: jumps.length, names: nameLargest(jumps) })} />
        )}
        {states.returned > 0 && (
          <Task text={t('months:tasks.returned', { count: states.returned })}>
            <a className="button small" href={localizePath('/payments', locale())}>
              {t('months:tasks.payments')}
            </a>
          </Task>
        )}
        {missingDetails > 0 && (
          <Task text={t('months:tasks.details', { count: missingDetails })}>
            <button type="button" className="button small" onClick={showMissingDetails}>
              {t('months:tasks.showMembers')}
            </button>
          </Task>
        )}
      </ul>
    </section>
  )
}

const maxNamed = 3

/** Names the members whose month has changed most. */
function nameLargest(jumps: readonly MonthRow[]): string {
  const size = ({ net, previousNet }: MonthRow) => Math.abs(net - (previousNet ?? 0))
  const names = jumps.toSorted((a, b) => size(b) - size(a)).map(getAccountName)
  const count = names.length - maxNamed
  return count > 0
    ? t('months:tasks.jumpNames', { names: listNames(names.slice(0, maxNamed)), count })
    : getFormatter(Intl.ListFormat, locale(), {}).format(names)
}

function showMissingDetails(): void {
  filterByState('details_required')
  document.getElementById('month-members')?.scrollIntoView({ block: 'start' })
}

const Task = ({ text, children }: { text: string; children?: ReactNode }) => (
  <li>
    <svg className="icon warn" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 2.5 14.5 13.5h-13zM8 6.8v3M8 11.7v.1" />
    </svg>
    <span className="grow break">{text}</span>
    {children}
  </li>
)

function WayOut({ obstacle }: { obstacle: Obstacle }) {
  if (obstacle.code !== 'shares' || !obstacle.channel.channelId) return null
  const { channelId, name } = obstacle.channel
  return (
    <Permitted permission="shares.change">
      <button type="button" className="button small" onClick={() => openDialog('shares', channelId)}>
        {t('payout:setShares')}
        <span className="visually-hidden"> {name ?? channelId}</span>
      </button>
    </Permitted>
  )
}
