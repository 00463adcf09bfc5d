import { useStore } from '@nanostores/react'
import { videoPagePath } from '#islands/reports/video-list/video-link.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './AllVideosLink.module.css'

interface AllVideosLinkProps {
  text: string
  /** Limits the report to this channel. */
  channel?: string
}

/** Links a list's first rows to the video report in the same order. */
export function AllVideosLink({ text, channel }: AllVideosLinkProps) {
  const params = useStore($params)
  const { sort, order } = params
  const path = buildReportPath(videoPagePath, params, {
    ...(channel && { channel }),
    ...(sort && { sort }),
    ...(order && { order }),
  })
  return (
    <p className={styles.all}>
      <a className="button" href={localizePath(path, locale())}>
        {text}
      </a>
    </p>
  )
}
