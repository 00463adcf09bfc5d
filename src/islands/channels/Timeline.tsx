import { useStore } from '@nanostores/react'
import type { Channel } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelPanel.module.css'
import { formatDuration, formatFullMoment } from './moment.ts'
import { channelHistory } from './store.ts'
import { getTimeline, type TimelineStep } from './timeline.ts'

export function Timeline({ channel }: { channel: Channel }) {
  const { result, error } = useStore(channelHistory.$state)
  const history = result?.key.id === channel.id ? result.data : null
  if (history === null && error)
    return (
      <div className="stack gap-2">
        <p role="alert">{t('channels:panel.failed')}</p>
        <Button onClick={channelHistory.reload}>{t('common:retry')}</Button>
      </div>
    )
  if (history === null) return <Skeleton height="220px" />
  return (
    <>
      <ol className={styles.timeline}>
        {getTimeline(channel, history).map((step) => (
          <li key={`${step.key} ${step.moment ?? step.tone}`} data-tone={step.tone}>
            <b>{t(`channels:timeline.${step.key}`)}</b>
            <StepTime step={step} />
            {step.reason && <p className="break">{step.reason}</p>}
          </li>
        ))}
      </ol>
      {history.earnsFrom && (
        <p className="caption">
          {t('channels:panel.earns', { day: formatDay(history.earnsFrom, locale()) })}
        </p>
      )}
    </>
  )
}

function StepTime({ step: { key, tone, moment, day, elapsedMs } }: { step: TimelineStep }) {
  const duration = elapsedMs === undefined ? null : formatDuration(elapsedMs, locale())
  const texts = [
    moment && formatFullMoment(moment, locale()),
    day && t('channels:timeline.reportDay', { day: formatDay(day, locale()) }),
    duration && t(`channels:timeline.${key === 'earned' ? 'afterApproval' : 'after'}`, { duration }),
    tone === 'next' && key === 'review' && t('channels:step.days'),
    tone === 'next' && key === 'earned' && t('channels:timeline.waitEarnings'),
  ].filter(Boolean)
  return texts.length > 0 && <p className="caption">{texts.join(' · ')}</p>
}
