import { useState } from 'react'
import { getApiUrl } from '#lib/api/base-url.ts'
import styles from './Picture.module.css'
import { Waveform } from './Waveform.tsx'

interface ThumbnailProps {
  videoId: string
  /** Relative to the API's base URL; null: YouTube's own. */
  path: string | null
}

const getYoutubeThumbnailUrls = (videoId: string) =>
  ['oardefault', 'hqdefault'].map(
    (name) => `https://i.ytimg.com/vi/${encodeURIComponent(videoId)}/${name}.jpg`,
  )

/** YouTube responds to a missing thumbnail with 200 and a gray image of this width in pixels. */
const placeholderWidth = 120

/** Decorative, 9:16; falls back to a waveform. */
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
