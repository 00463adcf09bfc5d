import type { UsedMusic } from '#contract/video-detail.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Cover } from '#islands/ui/Cover.tsx'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './UsedTracks.module.css'

export function UsedTracks({ musics }: { musics: readonly UsedMusic[] }) {
  if (musics.length === 0) return <p className={styles.none}>{t('video-detail:music.none')}</p>
  return (
    <ul className={styles.musics}>
      {musics.map((music) => (
        <UsedTrack key={music.isrc} music={music} />
      ))}
    </ul>
  )
}

function UsedTrack({ music }: { music: UsedMusic }) {
  const { isrc, name, artist, cover } = music
  return (
    <li data-isrc={isrc}>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="48px" />
      </span>
      <div>
        {name === null ? (
          <p className={styles.unknown}>{t('video-detail:music.outside')}</p>
        ) : (
          <p>
            <b>{name}</b> <span>{artist}</span>
          </p>
        )}
        <code>{isrc}</code>
      </div>
      <Button aria-label={t('video-detail:music.copyOf', { isrc })} onClick={() => copyIsrc(isrc)}>
        {t('video-detail:music.copy')}
      </Button>
    </li>
  )
}

async function copyIsrc(isrc: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    notify('success', t('video-detail:music.copied'))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    notify('error', t('video-detail:music.notCopied', { isrc }))
  }
}
