import { downloadTrackFile } from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { useDownload } from '#islands/kit/hooks/use-download.ts'
import { useMediaQuery } from '#islands/kit/hooks/use-media-query.ts'
import { formatBytes, formatRatio } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface FileButtonProps {
  music: Music
  className: string | undefined
}

/** Downloads the licensed file; there is no button for a track without one. A second click cancels. */
export const FileButton = ({ music, className }: FileButtonProps) =>
  music.file && <DownloadButton music={music} file={music.file} className={className} />

function DownloadButton({
  music: { id, name },
  file: { format, bytes },
  className,
}: FileButtonProps & { file: NonNullable<Music['file']> }) {
  const { bytes: saved, save, cancel } = useDownload(downloadTrackFile, t('musics:file.done', { name }))
  const isRunning = saved !== null
  const isPhone = useMediaQuery('(max-width: 639px)')
  const what = { format: format.toUpperCase(), size: formatBytes(bytes, locale()) }
  const share = formatRatio(Math.floor(((saved ?? 0) / bytes) * 100) / 100, locale())
  const label = isRunning ? t('musics:file.running', { share }) : t('musics:file.download', what)
  return (
    <button
      type="button"
      className={className}
      aria-label={t(isRunning ? 'musics:file.cancel' : 'musics:file.of', { label, name })}
      data-file={isRunning ? 'running' : ''}
      onClick={() => (isRunning ? cancel() : save({ music: id }))}
    >
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={isRunning ? 'M5.5 5.5l9 9M14.5 5.5l-9 9' : 'M10 3.5v9M6 8.8l4 4 4-4M4 16.5h12'} />
      </svg>
      <span>{isPhone && !isRunning ? t('musics:file.short', what) : label}</span>
    </button>
  )
}
