import { useState } from 'react'
import { getApiUrl } from '#lib/api/base-url.ts'
import styles from './Thumbnail.module.css'
import { Waveform } from './Waveform.tsx'

interface ThumbnailProps {
  videoId: string
  /** Below the API's base; null: the picture is YouTube's. */
  path: string | null
}

/** YouTube's vertical picture, then its ordinary one. */
const getYoutubeThumbnailUrls = (videoId: string) =>
  ['oardefault', 'hqdefault'].map(
    (name) => `https://i.ytimg.com/vi/${encodeURIComponent(videoId)}/${name}.jpg`,
  )

/** YouTube sends a grey picture of this width, as a good one, in place of what it does not have. */
const placeholderWidth = 120

/** 9:16, decoration beside a title. A drawing stands behind it and stays where no picture can be had. */
export function Thumbnail({ videoId, path }: ThumbnailProps) {
  const [failedCount, setFailedCount] = useState(0)
  const sources = path === null ? getYoutubeThumbnailUrls(videoId) : [getApiUrl(path)]
  const source = sources[failedCount]
  const tryNextSource = () => setFailedCount(failedCount + 1)
  return (
    <span className={styles.thumbnail}>
      <Waveform seed={videoId} />
      {source !== undefined && (
        <img
          key={source}
          src={source}
          alt=""
          width={36}
          height={64}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={tryNextSource}
          onLoad={({ currentTarget }) => {
            if (path === null && currentTarget.naturalWidth <= placeholderWidth) tryNextSource()
          }}
        />
      )}
    </span>
  )
}
