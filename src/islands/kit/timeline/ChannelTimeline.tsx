import type { ChannelHistory } from '#contract/channels/channel-history.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatDuration, formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelTimeline.module.css'
import { getTimeline, type TimelineStep } from './channel-timeline.ts'

/** Needs the texts of the namespace `channel-timeline`. */
export function ChannelTimeline({ channel, history }: { channel: Channel; history: ChannelHistory }) {
  return (
    <>
      <ol className={styles.timeline}>
        {getTimeline(channel, history).map((step) => (
          <li key={`${step.key} ${step.moment ?? step.tone}`} data-tone={step.tone}>
            <b>{t(`channel-timeline:${step.key}`)}</b>
            <StepTime step={step} />
            {step.reason && <p className="break">{step.reason}</p>}
          </li>
        ))}
      </ol>
      {history.earnsFrom && (
        <p className="caption">
          {t('channel-timeline:earns', { day: formatDay(history.earnsFrom, locale()) })}
        </p>
      )}
    </>
  )
}

function StepTime({ step: { key, tone, moment, day, elapsedMs } }: { step: TimelineStep }) {
  const duration = elapsedMs === undefined ? null : formatDuration(elapsedMs, locale())
  const texts = [
    moment && formatFullMoment(moment, locale()),
    day && t('channel-timeline:reportDay', { day: formatDay(day, locale()) }),
    duration && t(`channel-timeline:${key === 'earned' ? 'afterApproval' : 'after'}`, { duration }),
    tone === 'next' && key === 'review' && t('channel-timeline:reviewTime'),
    tone === 'next' && key === 'earned' && t('channel-timeline:waitEarnings'),
  ].filter(Boolean)
  return texts.length > 0 && <p className="caption">{texts.join(' · ')}</p>
}
