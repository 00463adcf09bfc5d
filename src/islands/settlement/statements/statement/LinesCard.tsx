import { useState } from 'react'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { StatementChannel } from '#contract/settlement/statements.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { getAmountLabel } from '#islands/settlement/statements/state/amount-label.ts'
import { formatRate } from '#lib/format/amount.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { type ChannelLine, type LineGroup, listLineGroups, type NamedLine } from './line-groups.tsx'
import styles from './Statement.module.css'

export const LinesCard = ({ statement }: { statement: StatementDetail }) => (
  <section className={styles.lines} aria-labelledby="lines-title">
    <h2 id="lines-title">{t('statements:lines.title')}</h2>
    {listLineGroups(statement).map((group) => (
      <Group key={group.name} group={group} label={getAmountLabel(group.name, statement.account)} />
    ))}
    <Facts statement={statement} />
  </section>
)

const Group = ({ group, label }: { group: LineGroup; label: string }) => (
  <div className={styles.group} data-group={group.name} data-total={group.isTotal || undefined}>
    <div className={styles.total}>
      <h3>{label}</h3>
      {group.note && <p className="note">{group.note}</p>}
      <p className={styles.groupAmount}>{group.amount}</p>
    </div>
    {group.lines && <Lines lines={group.lines} omitted={group.omitted} />}
  </div>
)

/** More lines are shown on request: readers start from the totals. */
const shownLines = 6

function Lines({ lines, omitted }: Required<Pick<LineGroup, 'lines'>> & Pick<LineGroup, 'omitted'>) {
  const [isExpanded, setIsExpanded] = useState(false)
  // A single extra line takes no more room than the button.
  const count = isExpanded || lines.length <= shownLines + 1 ? lines.length : shownLines
  const rest = lines.length - count
  return (
    <ul className={styles.rows}>
      {lines.slice(0, count).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never change
        <li key={at}>{'channel' in line ? <ChannelRow line={line} /> : <NamedRow line={line} />}</li>
      ))}
      {rest > 0 && (
        <li className={styles.more}>
          <Button className="small" onClick={() => setIsExpanded(true)}>
            {t('statements:lines.more', { count: rest })}
          </Button>
        </li>
      )}
      {rest === 0 && omitted && omitted.count > 0 && (
        <li>
          <NamedRow
            line={{
              name: t('statements:lines.omitted', { count: omitted.count }),
              amount: omitted.amount,
            }}
          />
        </li>
      )}
    </ul>
  )
}

const NamedRow = ({ line: { name, note, amount } }: { line: NamedLine }) => (
  <div className={styles.line}>
    <LineName name={name} note={note} />
    <span>{amount}</span>
  </div>
)

function ChannelRow({ line: { channel, note, amount, sources } }: { line: ChannelLine }) {
  const name = getChannelName(channel)
  const content = (
    <>
      <span className={styles.channel}>
        <ChannelPicture channelId={channel.channelId ?? ''} address={channel.thumbnail} isSmall />
        <LineName name={name} note={note} />
      </span>
      <span>{amount}</span>
    </>
  )
  if (!sources) return <div className={styles.line}>{content}</div>
  return (
    <details className={styles.income} data-channel={channel.channelId}>
      <summary className={styles.line}>{content}</summary>
      <ul className={styles.sources} aria-label={t('statements:lines.sources', { name })}>
        {sources.map((part) => (
          <li key={part.source} className={styles.line} data-source={part.source}>
            <span>{t(`settlement:sources.${part.source}`)}</span>
            <span>{part.amount}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const LineName = ({ name, note }: Pick<NamedLine, 'name' | 'note'>) => (
  <span className={styles.lineName}>
    <span className="break">{name}</span>
    {note && <span className="caption">{note}</span>}
  </span>
)

const getChannelName = ({ channelId, name }: StatementChannel): string =>
  name ?? (channelId === null ? t('statements:lines.nobody') : t('statements:lines.unnamed'))

function Facts({
  statement: { currency, krwMicros, closedAt, fingerprint, minimum },
}: {
  statement: StatementDetail
}) {
  const facts = [
    ['closedAt', formatLocalDay(closedAt, locale())],
    ...(currency === 'KRW'
      ? [['rate', t('statements:statement.rateOf', { won: formatRate(krwMicros, locale()) })]]
      : []),
    ['fingerprint', fingerprint],
  ]
  return (
    <footer className={styles.facts}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} data-fact={name}>
            <dt>{t(`statements:statement.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-fact="minimum">
          <dt>{t('statements:amounts.minimum')}</dt>
          <dd>{formatMoney(minimum, currency, locale())}</dd>
        </div>
      </dl>
      {currency === 'KRW' && <p className="caption">{t('statements:lines.rate')}</p>}
      <p className="caption">{t('statements:lines.rounding')}</p>
    </footer>
  )
}

const skeletonGroups = ['opening', 'income', 'fee', 'net', 'closing']

export const LinesSkeleton = () => (
  <div className={styles.columns} aria-hidden="true">
    <section className={styles.lines}>
      <h2>{t('statements:lines.title')}</h2>
      {skeletonGroups.map((name) => (
        <div key={name} className={styles.group}>
          <div className={styles.total}>
            <h3>{t(`statements:amounts.${name}`)}</h3>
            <p className={styles.groupAmount}>
              <Skeleton width="90px" />
            </p>
          </div>
        </div>
      ))}
    </section>
    <div className={styles.side}>
      <Skeleton height="300px" />
      <Skeleton height="200px" />
    </div>
  </div>
)
