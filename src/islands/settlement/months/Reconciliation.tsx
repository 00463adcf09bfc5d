import { useState } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import type { ChannelComparison } from '#contract/settlement/months.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatSignedPercent } from '#lib/format/amount.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Reconciliation.module.css'
import type { MonthDetail } from './state/store.ts'

type Currency = MonthDetail['currency']

interface DetailProps {
  detail: MonthDetail
}

/** Compares YouTube's payment for the month, by source, with the estimates of the daily reports. */
export function Reconciliation({ detail }: DetailProps) {
  if (detail.reconciliation.sources.length === 0 && detail.reconciliation.channels.length === 0) return null
  return (
    <div className={styles.cards}>
      <Sources detail={detail} />
      <Comparison detail={detail} />
    </div>
  )
}

function Sources({ detail: { currency, reconciliation } }: DetailProps) {
  const { sources } = reconciliation
  const highest = Math.max(1, ...sources.map(({ amount }) => Math.abs(amount)))
  const total = sources.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section className="card" aria-labelledby="month-sources">
      <h2 id="month-sources">{t('months:sources.title')}</h2>
      <p className="note">{t('months:sources.lead')}</p>
      <dl className={styles.sources}>
        <div data-total>
          <dt>{t('common:total')}</dt>
          <dd>{formatMoney(total, currency, locale())}</dd>
        </div>
        {sources.map(({ source, amount }) => (
          <div key={source}>
            <dt>
              {t(`settlement:sources.${source}`)}
              <span className={styles.sourceBar} aria-hidden="true">
                <span
                  data-negative={amount < 0 || undefined}
                  style={{ inlineSize: `${(Math.abs(amount) / highest) * 100}%` }}
                />
              </span>
            </dt>
            <dd>{formatMoney(amount, currency, locale())}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const shownChannels = 6

function Comparison({ detail: { currency, reconciliation } }: DetailProps) {
  const { final, estimated, channels, omittedChannels, coveredDays, days } = reconciliation
  const [search, setSearch] = useState('')
  const found = channels.filter(({ name, channelId }) => matches(search, name ?? channelId))
  const list = useFirstRows(found, search === '' ? shownChannels : found.length)
  const difference = final - estimated
  const highest = Math.max(1, ...channels.map((one) => Math.abs(one.final - one.estimated)))
  const columns = getColumns(currency, highest, days)
  return (
    <section className="card" aria-labelledby="month-comparison">
      <div className={styles.head}>
        <h2 id="month-comparison">{t('settlement:comparison.title')}</h2>
        <p className="note">{t('months:comparison.basis')}</p>
      </div>
      <p className={styles.summary}>
        {coveredDays === 0 ? (
          t('months:comparison.none')
        ) : (
          <>
            <b data-figure="difference">{formatMoneyChange(difference, currency, locale())}</b>
            {estimated > 0 && addNote('', formatSignedPercent(difference / estimated, locale()))}{' '}
            <span className="muted">
              {t('months:comparison.amounts', {
                final: formatMoney(final, currency, locale()),
                estimated: formatMoney(estimated, currency, locale()),
              })}{' '}
              {coveredDays < days
                ? t('months:comparison.partial', { days, covered: coveredDays })
                : t('months:comparison.complete', { days })}
            </span>
          </>
        )}
      </p>
      {channels.length > shownChannels && (
        <SearchField
          label={t('months:comparison.search')}
          value={search}
          maxLength={maxSearchLength}
          onChange={setSearch}
        />
      )}
      {channels.length > 0 && found.length === 0 && (
        <p className="note" role="status">
          {t('months:comparison.notFound')}
        </p>
      )}
      {found.length > 0 && (
        <DataTable
          caption={t('months:comparison.caption')}
          className={styles.channels}
          isAlwaysTable
          columns={columns}
          rows={list.shown}
          getKey={({ channelId }) => channelId ?? ''}
          getAttributes={({ channelId }) => ({ 'data-channel': channelId ?? undefined })}
        />
      )}
      <div className={styles.more}>
        <MoreRows
          list={list}
          more={t('settlement:more', { count: list.rest })}
          less={t('settlement:less')}
          note={omittedChannels > 0 ? t('months:comparison.omitted', { count: omittedChannels }) : null}
        />
      </div>
    </section>
  )
}

/** Channels whose difference is small are neither listed nor found. */
const matches = (search: string, name: string | null) =>
  (name ?? '').normalize('NFC').toLowerCase().includes(search.normalize('NFC').toLowerCase())

const getColumns = (currency: Currency, highest: number, days: number): ListColumn<ChannelComparison>[] => [
  {
    key: 'channel',
    label: t('shell:views.channel'),
    isHeading: true,
    cell: (channel) => <ChannelName channel={channel} days={days} />,
  },
  {
    key: 'final',
    label: t('settlement:comparison.final'),
    cell: ({ final }) => formatMoney(final, currency, locale()),
  },
  {
    key: 'estimated',
    label: t('settlement:comparison.estimated'),
    cell: ({ estimated }) => formatMoney(estimated, currency, locale()),
  },
  {
    key: 'difference',
    label: t('settlement:comparison.difference'),
    cell: (channel) => <Difference channel={channel} currency={currency} highest={highest} />,
  },
]

const ChannelName = ({ channel, days }: { channel: ChannelComparison; days: number }) => (
  <span className="line gap-2 min-0">
    <ChannelPicture channelId={channel.channelId ?? ''} address={channel.thumbnail} isSmall />
    <span className="min-0">
      <span className={styles.name}>
        {channel.name ?? channel.channelId ?? t('months:comparison.unnamed')}
      </span>
      {channel.days < days && <small>{t('months:comparison.days', { covered: channel.days, days })}</small>}
    </span>
  </span>
)

interface DifferenceProps {
  channel: ChannelComparison
  currency: Currency
  highest: number
}

function Difference({ channel: { final, estimated }, currency, highest }: DifferenceProps) {
  const difference = final - estimated
  const length = (Math.abs(difference) / highest) * 50
  return (
    <span className={styles.drawn}>
      <span className={styles.difference} aria-hidden="true">
        <span
          data-negative={difference < 0 || undefined}
          style={{
            inlineSize: `${length}%`,
            insetInlineStart: difference < 0 ? `${50 - length}%` : '50%',
          }}
        />
      </span>
      <span>
        {formatMoneyChange(difference, currency, locale())}
        <small>
          {estimated > 0 ? formatSignedPercent(difference / estimated, locale()) : t('months:comparison.new')}
        </small>
      </span>
    </span>
  )
}
