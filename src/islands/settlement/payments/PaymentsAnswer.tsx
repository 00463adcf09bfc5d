import { useStore } from '@nanostores/react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { parseDay, toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { GroupIcon } from './board/GroupIcon.tsx'
import { groupTexts } from './board/names.ts'
import styles from './Payments.module.css'
import {
  type BoardGroup,
  findDue,
  type GroupName,
  groupNames,
  groupRows,
  type PaymentList,
} from './state/board.ts'
import { $rows } from './state/store.ts'

/** Says what is due by when, what is stuck and why, and where the money is. */
export function PaymentsAnswer({ list }: { list: PaymentList }) {
  const rows = useStore($rows)
  const groups = groupRows(rows)
  const today = toLocalDay(new Date().toISOString())
  const due = findDue(rows, list.nextPayday, today)
  const format = (amount: number) => formatMoney(amount, list.currency, locale())
  const { overdue, later } = due
  const isAllOverdue = overdue.people > 0 && overdue.amount === due.amount
  return (
    <section className={styles.answer} aria-labelledby="payments-answer">
      <div className={styles.figures}>
        <h2 id="payments-answer" className={styles.label}>
          {t('payments:answer.due', { day: formatDay(list.nextPayday, locale()) })}
        </h2>
        <p className="large-figure" data-figure="due">
          {format(due.amount)}
        </p>
        {!isAllOverdue && (
          <p className="text-s" data-figure="people">
            {due.people > 0
              ? t('payments:answer.people', {
                  count: due.people,
                  when: describeDistance(today, list.nextPayday),
                })
              : t('payments:answer.nobody')}
          </p>
        )}
        {overdue.people > 0 && (
          <p className={`${styles.line} warn`} data-figure="overdue">
            {isAllOverdue
              ? t('payments:answer.allOverdue', { count: overdue.people })
              : t('payments:answer.overdue', { count: overdue.people, amount: format(overdue.amount) })}
          </p>
        )}
        {later > 0 && (
          <p className={`${styles.line} muted`} data-figure="later">
            {t('payments:answer.later', { amount: format(later) })}
          </p>
        )}
      </div>
      <Stuck blocked={groups.blocked} returned={groups.returned} format={format} />
      <div className={styles.states}>
        <div className={styles.bar} aria-hidden="true">
          {groupNames.map(
            (name) =>
              groups[name].sum > 0 && (
                <span key={name} data-group={name} style={{ flexGrow: groups[name].sum }} />
              ),
          )}
        </div>
        <p className="note">
          {t(`payments:answer.${groups.paid.sum > 0 ? 'paid' : 'nonePaid'}`, {
            amount: format(groups.paid.sum),
          })}
        </p>
      </div>
    </section>
  )
}

const dayMs = 86_400_000

/** "29일 뒤" */
function describeDistance(today: string, day: string): string {
  const days = Math.round((parseDay(day).getTime() - parseDay(today).getTime()) / dayMs)
  return days <= 0 ? t('payout:today') : t('payout:inDays', { count: days })
}

interface StuckProps {
  blocked: BoardGroup
  returned: BoardGroup
  format: (amount: number) => string
}

/** Money that waits for somebody to correct something. */
function Stuck({ blocked, returned, format }: StuckProps) {
  const isFlowing = blocked.rows.length === 0 && returned.rows.length === 0
  return (
    <div className={styles.stuck} data-tone={isFlowing ? 'good' : 'warn'} data-figure="stuck">
      {isFlowing && (
        <>
          <h3>{t('payments:stuck.none')}</h3>
          <p className="text-s">{t('payments:stuck.noneText')}</p>
        </>
      )}
      {[
        { ...blocked, name: 'blocked' as const },
        { ...returned, name: 'returned' as const },
      ].map(
        ({ name, rows, sum, people }) =>
          rows.length > 0 && (
            <div key={name} className={styles.reason} data-reason={name}>
              <h3>
                <GroupIcon name={name} />
                {t(groupTexts[name])}
              </h3>
              <b>{format(sum)}</b>
              <p className="text-s">
                {t(`payments:stuck.${name}.text`, { count: people })}{' '}
                <button type="button" className={styles.show} onClick={() => showGroup(name)}>
                  {t(`payments:stuck.${name}.show`)}
                </button>
              </p>
            </div>
          ),
      )}
    </div>
  )
}

/** Scrolls to the column. */
function showGroup(name: GroupName): void {
  const heading = document.querySelector<HTMLElement>(`[data-heading="${name}"]`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'center' })
}

export const PaymentsAnswerSkeleton = () => (
  <section className={styles.answer} aria-hidden="true">
    <div className={styles.figures}>
      <p className={styles.label}>
        <Skeleton width="220px" />
      </p>
      <p className="large-figure">
        <Skeleton width="260px" />
      </p>
      <p className="text-s">
        <Skeleton width="140px" />
      </p>
    </div>
    <div className={styles.stuck}>
      <h3>
        <Skeleton width="120px" />
      </h3>
      <p className="text-s">
        <Skeleton width="80%" />
      </p>
    </div>
  </section>
)
