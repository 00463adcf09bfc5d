import { t } from '#lib/i18n/strings.ts'

interface WatchLinkProps {
  videoId: string
  className: string | undefined
}

/** Opens the video on YouTube in a new tab. */
export const WatchLink = ({ videoId, className }: WatchLinkProps) => (
  <a
    className={className}
    href={`https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`}
    target="_blank"
    rel="noreferrer"
  >
    {t('video-detail:watch')} <span aria-hidden="true">↗</span>
    <span className="visually-hidden"> {t('common:newTab')}</span>
  </a>
)
