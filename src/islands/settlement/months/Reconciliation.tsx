import { useState } from 'react'
import type { ChannelComparison } from '#contract/settlement/months.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatAmount, formatSignedAmount, formatSignedPercent } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Reconciliation.module.css'
import type { MonthDetail } from './state/store.ts'

interface DetailProps {
  detail: MonthDetail
}

/** What YouTube pays for the month, by source, and against what the daily reports had estimated. */
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
          <dt>{t('settlement:sources.total')}</dt>
          <dd>{formatAmount(total, currency, locale())}</dd>
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
            <dd>{formatAmount(amount, currency, locale())}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const shownChannels = 6

function Comparison({ detail: { currency, reconciliation } }: DetailProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { final, estimated, channels, omittedChannels, coveredDays, days } = reconciliation
  const shown = isOpen ? channels : channels.slice(0, shownChannels)
  const difference = final - estimated
  const highest = Math.max(1, ...channels.map((one) => Math.abs(one.final - one.estimated)))
  return (
    <section className="card" aria-labelledby="month-comparison">
      <div className={styles.head}>
        <h2 id="month-comparison">{t('months:comparison.title')}</h2>
        <p className="note">{t('months:comparison.basis')}</p>
      </div>
      <p className={styles.summary}>
        {coveredDays === 0 ? (
          t('months:comparison.none')
        ) : (
          <>
            <b data-figure="difference">{formatSignedAmount(difference, currency, locale())}</b>{' '}
            {estimated > 0 && `(${formatSignedPercent(difference / estimated, locale())}) `}
            <span className="muted">
              {t('months:comparison.amounts', {
                final: formatAmount(final, currency, locale()),
                estimated: formatAmount(estimated, currency, locale()),
              })}{' '}
              {coveredDays < days
                ? t('months:comparison.partial', { days, covered: coveredDays })
                : t('months:comparison.complete', { days })}
            </span>
          </>
        )}
      </p>
      {channels.length > 0 && (
        <table className={styles.channels}>
          <caption className="visually-hidden">{t('months:comparison.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('months:comparison.channel')}</th>
              <th scope="col" data-column="final">
                {t('months:comparison.final')}
              </th>
              <th scope="col" data-column="estimated">
                {t('months:comparison.estimated')}
              </th>
              <th scope="col" data-column="difference">
                {t('months:comparison.difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((channel) => (
              <ChannelDifference
                key={channel.channelId ?? ''}
                channel={channel}
                currency={currency}
                highest={highest}
                days={days}
              />
            ))}
          </tbody>
        </table>
      )}
      {(channels.length > shownChannels || omittedChannels > 0) && (
        <p className={styles.more}>
          {channels.length > shownChannels && (
            <Button className="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen
                ? t('months:comparison.less')
                : t('months:comparison.more', { count: channels.length - shownChannels })}
            </Button>
          )}{' '}
          {omittedChannels > 0 && (
            <span className="note">{t('months:comparison.omitted', { count: omittedChannels })}</span>
          )}
        </p>
      )}
    </section>
  )
}

interface ChannelDifferenceProps {
  channel: ChannelComparison
  currency: MonthDetail['currency']
  highest: number
  days: number
}

function ChannelDifference({ channel, currency, highest, days }: ChannelDifferenceProps) {
  const { channelId, name, thumbnail, final, estimated } = channel
  const difference = final - estimated
  const length = (Math.abs(difference) / highest) * 50
  return (
    <tr data-channel={channelId}>
      <th scope="row">
        <span className="line gap-2 min-0">
          <ChannelPicture channelId={channelId ?? ''} address={thumbnail} isSmall />
          <span className="min-0">
            <span className={styles.name}>{name ?? channelId ?? t('months:comparison.unnamed')}</span>
            {channel.days < days && (
              <small>{t('months:comparison.days', { covered: channel.days, days })}</small>
            )}
          </span>
        </span>
      </th>
      <td data-column="final">{formatAmount(final, currency, locale())}</td>
      <td data-column="estimated">{formatAmount(estimated, currency, locale())}</td>
      <td data-column="difference">
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
            {formatSignedAmount(difference, currency, locale())}
            <small>
              {estimated > 0
                ? formatSignedPercent(difference / estimated, locale())
                : t('months:comparison.new')}
            </small>
          </span>
        </span>
      </td>
    </tr>
  )
}
