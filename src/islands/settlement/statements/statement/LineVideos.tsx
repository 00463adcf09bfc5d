import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { parseLineKey } from '#contract/settlement/lines/line-keys.ts'
import { readLineVideos } from '#contract/settlement/lines/line-videos.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './LineVideos.module.css'

interface LineVideosProps {
  /** Its id. */
  statement: number
  currency: Currency
  /** The key of a channel's income from one source. */
  line: string
  /** Names the line for screen readers. */
  name: string
}

/** The videos that a line comes from; they add up to it. */
export function LineVideos({ statement, currency, line, name }: LineVideosProps) {
  const query = useMemo(
    () => createQuery($callerKey, readLineVideos, () => ({ id: statement, line })),
    [statement, line],
  )
  const channelId = parseLineKey(line).channelId ?? ''
  const { result, error } = useStore(query.$state)
  const found = result?.data
  if (error && !found)
    return <LoadFailure title={t('line-videos:failed')} error={error} onRetry={query.reload} />
  if (!found)
    return (
      <>
        <p className="visually-hidden" role="status">
          {t('line-videos:loading')}
        </p>
        <Skeleton height="120px" />
      </>
    )
  if (found.state !== 'complete') return <p className={styles.note}>{t(`line-videos:${found.state}`)}</p>
  const { videos, omitted, withoutVideo, isWhole } = found
  const format = (amount: number) => formatMoneyChange(amount, currency, locale())
  return (
    <>
      <p className={styles.note}>{t(`line-videos:${isWhole ? 'whole' : 'part'}`)}</p>
      <ul className={styles.videos} aria-label={t('line-videos:list', { name })}>
        {videos.map(({ videoId, title, thumbnail, amount }) => (
          <li key={videoId} className={styles.row} data-video={videoId}>
            <Thumbnail videoId={videoId} path={thumbnail} />
            <a className="break" href={buildVideoHref({ videoId, channelId }, '')}>
              {title ?? t('statements:untitledVideo')}
            </a>
            <span className="nowrap">{format(amount)}</span>
          </li>
        ))}
        {omitted.count > 0 && (
          <Rest name={t('line-videos:omitted', { count: omitted.count })} amount={format(omitted.amount)} />
        )}
        {withoutVideo !== 0 && <Rest name={t('line-videos:withoutVideo')} amount={format(withoutVideo)} />}
      </ul>
    </>
  )
}

const Rest = ({ name, amount }: { name: string; amount: string }) => (
  <li className={styles.row} data-rest>
    <span>{name}</span>
    <span className="nowrap">{amount}</span>
  </li>
)
