import { getProfit } from '#contract/reports/reports.ts'
import type { VideoContext, VideoDetail } from '#contract/reports/video-detail.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { UsedTracks } from '#islands/reports/detail/UsedTracks.tsx'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { useContext } from './use-video-reading.ts'
import styles from './VideoPage.module.css'

/** Shows the video's music, and its earnings with this video and with all videos. */
export function TracksCard({ detail }: { detail: VideoDetail | null }) {
  const { data, error } = useContext()
  return (
    <section className={styles.tracks} aria-labelledby="tracks-title">
      <h2 id="tracks-title">{t('video-detail:music.title')}</h2>
      {detail ? (
        <UsedTracks
          musics={detail.musics}
          {...(!error && {
            renderNote: ({ isrc }) => <TrackProfits isrc={isrc} detail={detail} context={data} />,
          })}
        />
      ) : (
        <Skeleton height="132px" />
      )}
    </section>
  )
}

interface TrackProfitsProps {
  isrc: string
  detail: VideoDetail
  /** null: loading. */
  context: VideoContext | null
}

function TrackProfits({ isrc, detail: { totals, currency }, context }: TrackProfitsProps) {
  const track = context?.tracks.find((one) => one.isrc === isrc)
  const format = (amount: number) => formatMoney(amount, currency, locale())
  return (
    <dl className={styles.trackProfits} aria-label={t('video-page:tracks.profit')}>
      <div>
        <dt className="caption">{t('video-page:tracks.video')}</dt>
        <dd className="bold">{format(getProfit(totals))}</dd>
      </div>
      <div data-track={isrc}>
        <dt className="caption">{t('video-page:tracks.all')}</dt>
        <dd className="bold">{context ? format(track ? getProfit(track) : 0) : <Skeleton width="96px" />}</dd>
        <dd className="caption">
          {context ? (
            t('video-page:tracks.count', { count: formatNumber(track?.videos ?? 0, locale()) })
          ) : (
            <Skeleton width="64px" />
          )}
        </dd>
      </div>
    </dl>
  )
}
