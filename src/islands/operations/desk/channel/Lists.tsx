import type { CardFigures, CardStatement } from '#contract/operations/desk/channel-card.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatCount, formatMoney, formatThousandPrice } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export const Statements = ({ statements }: { statements: readonly CardStatement[] }) => (
  <section className={styles.panel} aria-labelledby="card-statements">
    <h2 id="card-statements">{t('shell:views.statements')}</h2>
    {statements.length === 0 ? (
      <p className={styles.none}>{t('desk-channel:statements.none')}</p>
    ) : (
      <ul className={styles.rows}>
        {statements.map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
      </ul>
    )}
  </section>
)

function StatementRow({ statement }: { statement: CardStatement }) {
  const { number, month, accountId, name, isNetwork, currency, amount, isReleased, state } = statement
  const path = isNetwork ? `/desk/search?network=${accountId}` : `/desk/person?id=${accountId}`
  return (
    <li className={styles.statement}>
      <span className={styles.text}>
        <b>{formatMonth(month, locale())}</b>
        <small>
          <a className="link" href={localizePath(path, locale())}>
            {name ?? t('lists:deletedAccount')}
          </a>{' '}
          {number}
        </small>
      </span>
      <span className={styles.amount} title={t('desk-channel:statements.amount')}>
        {formatMoney(amount, currency, locale())}
      </span>
      <span className="chip" data-tone={state === 'paid' ? 'good' : state === 'returned' ? 'bad' : undefined}>
        {isReleased ? t(`settlement:states.${state}`) : t('desk-channel:statements.unreleased')}
      </span>
    </li>
  )
}

const shownDays = 10

export function LatestDays({ figures }: { figures: CardFigures | null }) {
  const days = figures?.days.slice(-shownDays).reverse() ?? []
  return (
    <section className={styles.panel} aria-labelledby="card-days">
      <h2 id="card-days">{t('desk-channel:days.title')}</h2>
      {figures === null || days.length === 0 ? (
        <p className={styles.none}>{t('desk-channel:days.none')}</p>
      ) : (
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">{t('common:day')}</th>
              <th scope="col">{t('desk-channel:figures.views')}</th>
              <th scope="col">{t('common:profit')}</th>
              <th scope="col">{t('desk-channel:figures.rpm')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <DayRow key={day.day} day={day} currency={figures.currency} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function DayRow({ day, currency }: { day: CardFigures['days'][number]; currency: CardFigures['currency'] }) {
  const { views, profit, isIncomplete } = day
  const price = isIncomplete || views === 0 ? null : Math.round((profit / views) * 1_000)
  return (
    <tr>
      <th scope="row">{formatDay(day.day, locale())}</th>
      <td>{formatCount(views, locale())}</td>
      <td>
        {isIncomplete ? (
          <span className="faint">{t('desk-channel:days.incomplete')}</span>
        ) : (
          formatMoney(profit, currency, locale())
        )}
      </td>
      <td>{formatThousandPrice(price, currency, locale())}</td>
    </tr>
  )
}
