import type { VideoPage } from '#contract/reports.ts'
import { t } from '#lib/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { Fact, factKeys, fullShareOf } from './video-facts.tsx'

export function VideoCards({ page }: { page: VideoPage }) {
  const full = fullShareOf(page)
  return (
    <ul className={styles.cards} aria-labelledby="videos-title">
      {page.videos.map((video) => (
        <li key={`${video.channelId}/${video.videoId}`} data-video={video.videoId}>
          <VideoInfo video={video} />
          <dl>
            {factKeys.map((fact) => (
              <div key={fact}>
                <dt>{t(`dashboard:videos.${fact}`)}</dt>
                <dd data-fact={fact}>
                  <Fact fact={fact} video={video} currency={page.currency} full={full} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
