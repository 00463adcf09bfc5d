import type { GroupComparison, OwnerReconciliation } from '#contract/settlement/month-closing.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { formatMoney, formatMoneyChange, formatNumber, missingValue } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
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
        <DataTable
          caption={t('month-closing:owner.caption', { owner: owner.owner })}
          className={styles.groups}
          isAlwaysTable
          columns={getColumns()}
          rows={[...groups.map(toRow), ...unknownLines.map(toUnknownRow)]}
          getKey={({ name }) => name}
          getAttributes={({ isDifferent }) => ({ 'data-different': isDifferent || undefined })}
          totals={total ? [toTotal(total)] : []}
        />
        <Unattributed owner={owner} />
      </div>
    </details>
  )
}

function getOwnerState(agrees: boolean, hasPaymentSummary: boolean): 'agrees' | 'differs' | 'noSummary' {
  if (!hasPaymentSummary) return 'noSummary'
  return agrees ? 'agrees' : 'differs'
}

interface ComparedRow {
  name: string
  isDifferent: boolean
  note: string
  files: string
  paid: string
  difference: string
}

const amountColumns = ['files', 'paid', 'difference'] as const

const columnTexts = {
  files: 'month-closing:column.files',
  paid: 'settlement:sources.payment_summary',
  difference: 'settlement:comparison.difference',
} as const

const getColumns = (): ListColumn<ComparedRow>[] => [
  {
    key: 'group',
    label: t('month-closing:column.group'),
    isHeading: true,
    cell: (row) => <RowName row={row} />,
  },
  ...amountColumns.map((column) => ({
    key: column,
    label: t(columnTexts[column]),
    cell: (row: ComparedRow) => row[column],
  })),
]

const RowName = ({ row: { name, isDifferent, note } }: { row: ComparedRow }) => (
  <>
    {name} <small className={`${isDifferent ? 'bad' : 'good'} ${styles.result}`}>{note}</small>
  </>
)

function toTotal(total: GroupComparison) {
  const row = toRow(total)
  const isAmount = (column: string): column is (typeof amountColumns)[number] =>
    (amountColumns as readonly string[]).includes(column)
  return {
    key: 'total',
    label: <RowName row={row} />,
    cell: (column: string) => isAmount(column) && row[column],
  }
}

const toRow = (group: GroupComparison): ComparedRow => ({
  name: t(group.group === 'total' ? 'common:total' : `settlement:sources.${group.group}`),
  isDifferent: !group.agrees,
  note: describeGroup(group),
  files: dollars(group.filesMicros),
  paid: dollars(group.paidMicros),
  difference: formatMoneyChange(group.differenceMicros, 'USD', locale()),
})

function describeGroup({ agrees, missing }: GroupComparison): string {
  if (agrees) return t('month-closing:group.agrees')
  if (missing.length === 0) return t('month-closing:group.differs')
  const files = listNames(missing.map((source) => t(`settlement:sources.${source}`)))
  return t('month-closing:group.missing', { files })
}

const toUnknownRow = ({ label, micros }: OwnerReconciliation['unknownLines'][number]): ComparedRow => ({
  name: label,
  isDifferent: true,
  note: t('month-closing:group.unknown'),
  files: missingValue,
  paid: dollars(micros),
  difference: formatMoneyChange(-micros, 'USD', locale()),
})

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
