import type { PipelineTiming } from '#contract/channels/channels.ts'
import { formatDuration } from '#lib/format/moment.ts'
import { missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './StageTiming.module.css'

const stages = ['verification', 'review'] as const

const scaleWidth = 100

/** Shows the median and the longest wait of verification and review on one scale. */
export function StageTiming({ timing }: { timing: PipelineTiming | undefined }) {
  const all = stages.flatMap((stage) => Object.values(timing?.[stage] ?? {}).map((value) => value ?? 0))
  const full = Math.max(1, ...all)
  return (
    <dl className={styles.timing}>
      {stages.map((stage) => {
        const { medianSeconds = null, longestWaitSeconds = null } = timing?.[stage] ?? {}
        return (
          <div key={stage} data-timing={stage}>
            <dt className="text-s">{t(`channels:timing.${stage}`)}</dt>
            <dd>
              <TimingBar
                median={(medianSeconds ?? 0) / full}
                wait={longestWaitSeconds === null ? null : longestWaitSeconds / full}
              />
              <span className="wrap note">
                <span>
                  <i className={styles.medianKey} aria-hidden="true" />
                  {t('lists:median')} <b>{formatSeconds(medianSeconds)}</b>
                </span>
                <span>
                  <i className={styles.waitKey} aria-hidden="true" />
                  {t('channels:timing.wait')} <b>{formatSeconds(longestWaitSeconds)}</b>
                </span>
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const formatSeconds = (seconds: number | null) =>
  seconds === null ? missingValue : formatDuration(seconds * 1_000, locale())

interface TimingBarProps {
  /** Position on the scale, 0 to 1. */
  median: number
  /** null: no channel waits. */
  wait: number | null
}

const TimingBar = ({ median, wait }: TimingBarProps) => (
  <svg className={styles.bar} viewBox={`0 0 ${scaleWidth} 12`} preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.track} y="2" width={scaleWidth} height="8" />
    <rect className={styles.median} y="2" width={median * scaleWidth} height="8" />
    {wait !== null && <path className={styles.wait} d={`M${wait * scaleWidth} 0V12`} />}
  </svg>
)
