import type { ReactNode } from 'react'
import type { UsedMusic } from '#contract/reports/video-detail.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { TrackLink } from '#islands/reports/video-list/TrackLink.tsx'
import { t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'
import styles from './UsedTracks.module.css'

interface UsedTracksProps {
  musics: readonly UsedMusic[]
  renderNote?: (music: UsedMusic) => ReactNode
}

export function UsedTracks({ musics, renderNote }: UsedTracksProps) {
  if (musics.length === 0) return <p className="note">{t('video-detail:music.none')}</p>
  return (
    <ul className={styles.tracks}>
      {musics.map((music) => (
        <UsedTrack key={music.isrc} music={music} note={renderNote?.(music)} />
      ))}
    </ul>
  )
}

function UsedTrack({ music, note }: { music: UsedMusic; note: ReactNode }) {
  const { id, isrc, name, artist, cover } = music
  return (
    <li className="line gap-3 min-0" data-isrc={isrc}>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="48px" />
      </span>
      <div className="grow relative text-s">
        {name === null ? (
          <p className="muted">{t('video-detail:music.outside')}</p>
        ) : (
          <p>
            {id === null ? (
              <b>{name}</b>
            ) : (
              <TrackLink id={id} className="stretched-link">
                <b>{name}</b>
              </TrackLink>
            )}{' '}
            <span className="muted">{artist}</span>
          </p>
        )}
        <code className="caption break">{isrc}</code>
      </div>
      <Button
        className="small fixed"
        aria-label={t('video-detail:music.copyOf', { isrc })}
        onClick={() => copyText(isrc, getCopyTexts(isrc))}
      >
        {t('isrc:copy')}
      </Button>
      {note}
    </li>
  )
}

const getCopyTexts = (isrc: string) => ({
  copied: t('isrc:copied'),
  failed: t('isrc:notCopied', { isrc }),
})
