import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { getTabPath } from '#islands/portal/musics/state/filter.ts'
import { moods } from '#islands/portal/musics/state/store.ts'
import { formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './MoodLinks.module.css'
import musics from './Musics.module.css'
import { getMoodPath } from './TrackDetails.tsx'

export function MoodLinks() {
  const { result, error } = useStore(moods.$state)
  if (result?.data.moods.length === 0) return null
  return (
    <section className={musics.section} aria-busy={result === null && error === null}>
      <div className={musics.head}>
        <h2>{t('musics:moods.title')}</h2>
      </div>
      <MoodChips />
    </section>
  )
}

interface MoodChipsProps {
  /** null: all moods, which have a chip, too. */
  selectedId?: number | null
  isScrollable?: boolean
}

export function MoodChips({ selectedId, isScrollable = false }: MoodChipsProps) {
  const { result, error } = useStore(moods.$state)
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selectedId])
  if (error && result === null) {
    return <LoadFailure title={t('musics:failed.moods')} error={error} onRetry={moods.reload} />
  }
  return (
    <ul
      ref={list}
      className={styles.moods}
      data-strip={isScrollable || undefined}
      aria-label={t('musics:moods.label')}
    >
      {selectedId !== undefined && result && (
        <li>
          <a
            className="inline-row items-baseline gap-tight text-s nowrap"
            href={localizePath(getTabPath('tags'), locale())}
            aria-current={selectedId === null ? 'true' : undefined}
          >
            {t('musics:moods.all')}
          </a>
        </li>
      )}
      {result?.data.moods.map(({ id, name, tracks }) => (
        <li key={id}>
          {/* `relative` contains the visually hidden text. */}
          <a
            className="relative inline-row items-baseline gap-tight text-s nowrap"
            href={getMoodPath(id)}
            aria-current={id === selectedId ? 'true' : undefined}
          >
            {name} <small>{formatNumber(tracks, locale())}</small>
            <span className="visually-hidden">{t('musics:moods.tracks', { count: tracks })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
