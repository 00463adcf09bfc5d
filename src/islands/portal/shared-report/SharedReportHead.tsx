import { useStore } from '@nanostores/react'
import { getChannelUrl } from '#contract/channels/channel-link.ts'
import type { SharedChannel, SharedReport } from '#contract/portal/shared-reports.ts'
import { usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { Remark, Remarks } from '#islands/kit/ui/Remarks.tsx'
import { formatDay, formatDayRange, formatLocalDay } from '#lib/format/day.ts'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import styles from './SharedReport.module.css'

/** Says what the report is about: its title, days and channels. */
export function SharedReportHead({ shared }: { shared: SharedReport }) {
  const { title, time, expiresAt, channels, report } = shared
  usePageTitle(title)
  const site = useStore($site)
  return (
    <header className={styles.head}>
      <p className="print-only">
        <span className="brand">
          <span className="brand-mark" aria-hidden="true" />
          {site?.name}
        </span>
      </p>
      <div>
        <h1 className="break">{title}</h1>
        <p className="note">
          <Remarks>
            {time.period !== 'custom' && <Remark>{t(`reports:period.${time.period}`)}</Remark>}
            {report && <Remark>{formatDayRange(report.range.from, report.range.to, locale())}</Remark>}
            {report && (
              <Remark>{t('shared-report:updated', { day: formatDay(report.updatedUntil, locale()) })}</Remark>
            )}
          </Remarks>
        </p>
        <p className="caption screen-only">
          {t('shared-report:until', { day: formatLocalDay(expiresAt, locale()) })}
        </p>
      </div>
      <ul className={styles.channels} aria-label={t('common:channels')}>
        {channels.map((channel) => (
          <Channel key={channel.channelId} channel={channel} />
        ))}
      </ul>
    </header>
  )
}

function Channel({ channel: { channelId, name, thumbnail, subscribers } }: { channel: SharedChannel }) {
  return (
    <li>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <span className="min-0">
        <a
          className="stretched-link truncate"
          href={getChannelUrl(channelId)}
          target="_blank"
          rel="noreferrer"
        >
          <b className="medium">{name}</b>
          <span className="visually-hidden"> {t('shared-report:newTab')}</span>
        </a>
        {subscribers !== null && (
          <small className="caption">
            {t('shared-report:subscribers', {
              count: subscribers,
              number: formatCount(subscribers, locale()),
            })}
          </small>
        )}
      </span>
    </li>
  )
}
