import type { Currency } from '#contract/platform/params.ts'
import { minComparedVideos, type VideoCurve } from '#contract/reports/video-detail.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatMoney, formatNumber, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { readCurve } from './curve-reading.ts'
import { useCurve } from './use-video-reading.ts'
import styles from './VideoPage.module.css'

/** `currency` is null while the page loads. */
export function CurveSentences({ currency }: { currency: Currency | null }) {
  const { data, error } = useCurve()
  if (error && !data) return <div className={styles.sentences} />
  if (!data || currency === null) {
    return (
      <ul className={styles.sentences} aria-hidden="true">
        {[80, 65, 90].map((width) => (
          <li key={width}>
            <Skeleton width={`${width}%`} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className={styles.sentences} aria-label={t('video-page:sentences.heading')}>
      {listSentences(data).map(([key, text]) => (
        <li key={key} data-sentence={key}>
          {text}
        </li>
      ))}
    </ul>
  )
}

const formatTimes = (times: number) => formatNumber(Math.round(times * 10) / 10, locale())

function listSentences({ curve, currency }: VideoCurve): [key: string, text: string][] {
  if (!curve) return [['none', t('video-page:curve.none')]]
  const { early, now, against } = readCurve(curve)
  const percent = (share: number) => formatPercent(share, locale())
  const sentences: ([string, string] | false | null)[] = [
    early && ['early', t('video-page:sentences.early', { days: early.days, share: percent(early.share) })],
    now && [
      'now',
      t('video-page:sentences.now', { days: now.days, amount: formatMoney(now.amount, currency, locale()) }),
    ],
    against
      ? [
          'against',
          t(`video-page:sentences.${against.key}`, {
            days: against.days,
            share: against.key === 'times' ? formatTimes(against.share) : percent(against.share),
          }),
        ]
      : ['few', t('video-page:curve.few', { count: minComparedVideos })],
  ]
  return sentences.filter((sentence) => Boolean(sentence)) as [string, string][]
}
