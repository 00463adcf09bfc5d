import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'

type Params = Readonly<Record<string, string>>

/** The screen of questions asks about the figure: the page that links to it loads nothing for it. */
export const buildAskHref = (figure: Params): string =>
  localizePath(`/questions?${new URLSearchParams(figure)}`, locale())

interface AskVideoLinkProps {
  detail: Pick<VideoDetail, 'video' | 'range'>
  className: string | undefined
}

/** Asks about the profit of a video in the days that are shown. */
export const AskVideoLink = ({ detail: { video, range }, className }: AskVideoLinkProps) => (
  <a
    className={className}
    href={buildAskHref({ ask: 'video', channel: video.channelId, video: video.videoId, ...range })}
  >
    {t('video-detail:page.ask')}
  </a>
)
