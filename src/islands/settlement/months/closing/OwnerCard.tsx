import type { GroupComparison, OwnerReconciliation } from '#contract/settlement/month-closing.ts'
import table from '#islands/kit/tables/Table.module.css'
import { formatMoney, formatMoneyChange, formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'

const dollars = (micros: number | null) =>
  micros === null ? missingValue : formatMoney(micros, 'USD', locale())

/** Compares a content owner's files with its payment summary, and shows money without a channel of a network. */
export function OwnerCard({ owner }: { owner: OwnerReconciliation }) {
  const { groups, total, unknownLines, agrees, hasPaymentSummary } = owner
  return (
    <details className={styles.owner} open={!agrees}>
      <summary>
        <b className="break">{owner.owner}</b>
        <span className="chip" data-tone={agrees ? 'good' : 'warn'}>
          {t(`month-closing:owner.${getOwnerState(agrees, hasPaymentSummary)}`)}
        </span>
        {total && <span className="muted">{dollars(total.filesMicros)}</span>}
      </summary>
      <div className={styles.ownerBody}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus. */}
        <div className={table.scroller} tabIndex={0}>
          <table className={`${table.table} ${styles.groups}`}>
            <caption className="visually-hidden">
              {t('month-closing:owner.caption', { owner: owner.owner })}
            </caption>
            <thead>
              <tr>
                {(['group', 'files', 'paid', 'difference'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`month-closing:column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {total && (
              <tbody className={table.totals}>
                <GroupRow group={total} />
              </tbody>
            )}
            <tbody>
              {groups.map((group) => (
                <GroupRow key={group.group} group={group} />
              ))}
              {unknownLines.map(({ label, micros }) => (
                <tr key={label} data-different>
                  <th scope="row">
                    {label}{' '}
                    <small className={`bad ${styles.result}`}>{t('month-closing:group.unknown')}</small>
                  </th>
                  <td>{missingValue}</td>
                  <td>{dollars(micros)}</td>
                  <td>{formatMoneyChange(-micros, 'USD', locale())}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Unattributed owner={owner} />
      </div>
    </details>
  )
}

function getOwnerState(agrees: boolean, hasPaymentSummary: boolean): 'agrees' | 'differs' | 'noSummary' {
  if (!hasPaymentSummary) return 'noSummary'
  return agrees ? 'agrees' : 'differs'
}

const GroupRow = ({ group }: { group: GroupComparison }) => (
  <tr data-different={!group.agrees || undefined}>
    <th scope="row">
      {t(`settlement:sources.${group.group}`)}{' '}
      {group.agrees ? (
        <small className={`good ${styles.result}`}>{t('month-closing:group.agrees')}</small>
      ) : (
        <small className={`bad ${styles.result}`}>
          {group.missing.length > 0
            ? t('month-closing:group.missing', {
                files: group.missing.map((source) => t(`settlement:sources.${source}`)).join(', '),
              })
            : t('month-closing:group.differs')}
        </small>
      )}
    </th>
    <td>{dollars(group.filesMicros)}</td>
    <td>{dollars(group.paidMicros)}</td>
    <td>{formatMoneyChange(group.differenceMicros, 'USD', locale())}</td>
  </tr>
)

const maxShownChannels = 10

/** Shows unallocated money, which is never divided. */
function Unattributed({ owner }: { owner: OwnerReconciliation }) {
  const { withoutChannel, unregistered, unregisteredChannels, unregisteredMicros } = owner
  if (withoutChannel.length === 0 && unregisteredChannels === 0) return null
  const shown = unregistered.slice(0, maxShownChannels)
  return (
    <div className={styles.unattributed}>
      {withoutChannel.length > 0 && (
        <section>
          <h3 className="text-s">{t('month-closing:unattributed.withoutChannel')}</h3>
          <dl className={styles.facts}>
            {withoutChannel.map(({ source, micros }) => (
              <div key={source}>
                <dt>{t(`settlement:sources.${source}`)}</dt>
                <dd>{dollars(micros)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {unregisteredChannels > 0 && (
        <section>
          <h3 className="text-s">
            {t('month-closing:unattributed.unregistered', {
              count: unregisteredChannels,
              total: formatNumber(unregisteredChannels, locale()),
              amount: dollars(unregisteredMicros),
            })}
          </h3>
          <dl className={styles.facts}>
            {shown.map(({ channelId, micros }) => (
              <div key={channelId}>
                <dt>
                  <a
                    className="link break"
                    href={`https://www.youtube.com/channel/${encodeURIComponent(channelId)}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {channelId}
                  </a>
                </dt>
                <dd>{dollars(micros)}</dd>
              </div>
            ))}
          </dl>
          {unregisteredChannels > shown.length && (
            <p className="note">
              {t('month-closing:unattributed.more', { count: unregisteredChannels - shown.length })}
            </p>
          )}
        </section>
      )}
    </div>
  )
}
