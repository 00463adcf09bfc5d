import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { StatementChannel } from '#contract/settlement/statements.ts'
import { useLazyComponent } from '#islands/kit/hooks/use-lazy-component.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { getAmountLabel } from '#islands/settlement/statements/state/amount-label.ts'
import { $user } from '#lib/api/session.ts'
import { formatRate } from '#lib/format/amount.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $params } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { type ChannelLine, type LineGroup, listLineGroups, type NamedLine } from './line-groups.tsx'
import styles from './Statement.module.css'

/** Loads after the statement: nobody asks before they have read. */
const lazyLineQuestion = lazyComponent(
  async () => (await import('#islands/settlement/questions/LineQuestion.tsx')).LineQuestion,
)

interface Asked {
  statement: number
  isOwn: boolean
}

/** The statement that lines are asked about; null: it is not released. */
const AskedContext = createContext<Asked | null>(null)

const StatementContext = createContext<Pick<StatementDetail, 'id' | 'currency'>>({ id: 0, currency: 'KRW' })

export function LinesCard({ statement }: { statement: StatementDetail }) {
  const isOwn = useStore($user)?.id === statement.account.id
  const asked = useMemo(() => ({ statement: statement.id, isOwn }), [statement.id, isOwn])
  return (
    <StatementContext value={statement}>
      <AskedContext value={statement.isReleased ? asked : null}>
        <section className={styles.lines} aria-labelledby="lines-title">
          <h2 id="lines-title">{t('statements:lines.title')}</h2>
          {listLineGroups(statement).map((group) => (
            <Group key={group.name} group={group} label={getAmountLabel(group.name, statement.account)} />
          ))}
          <Facts statement={statement} />
        </section>
      </AskedContext>
    </StatementContext>
  )
}

interface AskableProps {
  line: string | undefined
  /** Names the line for screen readers. */
  name: string
  children: ReactNode
}

function Askable({ line, name, children }: AskableProps) {
  const asked = use(AskedContext)
  const LineQuestion = useLazyComponent(lazyLineQuestion)
  return (
    <div className={styles.askable}>
      <div className="min-0">{children}</div>
      {asked && LineQuestion && line !== undefined && <LineQuestion {...asked} line={line} name={name} />}
    </div>
  )
}

const Group = ({ group, label }: { group: LineGroup; label: string }) => (
  <div className={styles.group} data-group={group.name} data-total={group.isTotal || undefined}>
    {/* Groups with lines are asked about line by line. */}
    <Askable line={group.lines ? undefined : group.name} name={label}>
      <div className={styles.total}>
        <h3>{label}</h3>
        {group.note && <p className="note">{group.note}</p>}
        <p className={styles.groupAmount}>{group.amount}</p>
      </div>
    </Askable>
    {group.lines && <Lines label={label} lines={group.lines} omitted={group.omitted} />}
  </div>
)

/** More lines are shown on request: readers start from the totals. */
const shownLines = 6

interface LinesProps extends Required<Pick<LineGroup, 'lines'>>, Pick<LineGroup, 'omitted'> {
  /** Of the group. */
  label: string
}

function Lines({ label, lines, omitted }: LinesProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  // A single extra line takes no more room than the button.
  const count = isExpanded || lines.length <= shownLines + 1 ? lines.length : shownLines
  const rest = lines.length - count
  return (
    <ul className={styles.rows}>
      {lines.slice(0, count).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never change
        <li key={at}>
          {'channel' in line ? (
            <ChannelRow line={line} label={label} />
          ) : (
            <NamedRow line={line} label={label} />
          )}
        </li>
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
            label={label}
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

interface RowProps<Line> extends Pick<LinesProps, 'label'> {
  line: Line
}

const NamedRow = ({ line: { line, name, note, amount }, label }: RowProps<NamedLine>) => (
  <Askable line={line} name={`${label} ${name}`}>
    <div className={styles.line}>
      <LineName name={name} note={note} />
      <span>{amount}</span>
    </div>
  </Askable>
)

function ChannelRow({ line: { line, channel, note, amount, sources }, label }: RowProps<ChannelLine>) {
  const linked = useStore($params).line
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
  const asked = { line, name: `${label} ${name}` }
  if (!sources)
    return (
      <Askable {...asked}>
        <div className={styles.line}>{content}</div>
      </Askable>
    )
  return (
    <Askable {...asked}>
      <details
        className={styles.income}
        data-channel={channel.channelId}
        open={sources.some((part) => part.line === linked)}
      >
        <summary className={styles.line}>{content}</summary>
        <ul className={styles.sources} aria-label={t('statements:lines.sources', { name })}>
          {sources.map((part) => (
            <Source key={part.source} part={part} channel={name} />
          ))}
        </ul>
      </details>
    </Askable>
  )
}

type SourceLine = NonNullable<ChannelLine['sources']>[number]

const lazyVideos = lazyComponent(async () => {
  const [{ LineVideos }] = await Promise.all([import('./LineVideos.tsx'), loadStrings('line-videos')])
  return LineVideos
})

const videosPlaceholder = <Skeleton height="120px" />

/** A source of a channel's income, which opens its videos. */
function Source({ part: { source, amount, line }, channel }: { part: SourceLine; channel: string }) {
  const { id, currency } = use(StatementContext)
  const [isOpen, setIsOpen] = useState(false)
  const name = t(`settlement:sources.${source}`)
  const props = useMemo(
    () => ({ statement: id, currency, line, name: `${channel} ${name}` }),
    [id, currency, line, channel, name],
  )
  return (
    <li>
      <Askable line={line} name={props.name}>
        <details
          className={styles.income}
          data-source={source}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className={styles.line} onPointerEnter={() => void lazyVideos.load()}>
            <span className="grow">{name}</span>
            <span>{amount}</span>
          </summary>
          {isOpen && <Lazy component={lazyVideos} props={props} fallback={videosPlaceholder} />}
        </details>
      </Askable>
    </li>
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
  const facts: { name: string; label: TextKey; value: string }[] = [
    { name: 'closedAt', label: 'statements:statement.closedAt', value: formatLocalDay(closedAt, locale()) },
    ...(currency === 'KRW'
      ? [
          {
            name: 'rate',
            label: 'settlement:rate' as const,
            value: t('settlement:rateOf', { won: formatRate(krwMicros, locale()) }),
          },
        ]
      : []),
    { name: 'fingerprint', label: 'statements:statement.fingerprint', value: fingerprint },
  ]
  return (
    <footer className={styles.facts}>
      <dl>
        {facts.map(({ name, label, value }) => (
          <div key={name} data-fact={name}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-fact="minimum">
          <dt>{t('settlement:amounts.minimum')}</dt>
          <dd>{formatMoney(minimum, currency, locale())}</dd>
        </div>
      </dl>
      {currency === 'KRW' && <p className="caption">{t('statements:lines.rate')}</p>}
      <p className="caption">{t('statements:lines.rounding')}</p>
    </footer>
  )
}

const skeletonGroups = ['opening', 'income', 'fee', 'net', 'closing'] as const

export const LinesSkeleton = () => (
  <div className={styles.columns} aria-hidden="true">
    <section className={styles.lines}>
      <h2>{t('statements:lines.title')}</h2>
      {skeletonGroups.map((name) => (
        <div key={name} className={styles.group}>
          <div className={styles.total}>
            <h3>{t(`settlement:amounts.${name}`)}</h3>
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
