import type { UsedMusic } from '#contract/video-detail.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Cover } from '#shared/Cover.tsx'
import styles from './Musics.module.css'

export function UsedMusics({ musics }: { musics: readonly UsedMusic[] }) {
  if (musics.length === 0) return <p className={styles.none}>{t('video-detail:music.none')}</p>
  return (
    <ul className={styles.musics}>
      {musics.map((music) => (
        <Track key={music.isrc} music={music} />
      ))}
    </ul>
  )
}

function Track({ music }: { music: UsedMusic }) {
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
      <Button aria-label={t('video-detail:music.copyOf', { isrc })} onClick={() => copy(isrc)}>
        {t('video-detail:music.copy')}
      </Button>
    </li>
  )
}

async function copy(isrc: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    notify('success', t('video-detail:music.copied'))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    notify('error', t('video-detail:music.notCopied', { isrc }))
  }
}
