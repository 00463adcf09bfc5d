import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import styles from './Moods.module.css'
import musics from './Musics.module.css'
import { moods } from './store.ts'
import { moodPath } from './track-facts.tsx'

/** The moods as shortcuts on the home tab. */
export function MoodLinks() {
  const { answer, error } = useStore(moods.$state)
  if (answer?.data.moods.length === 0) return null
  return (
    <section className={musics.section} aria-busy={answer === null && error === null}>
      <div className={musics.sectionHead}>
        <h2>{t('musics:moods.title')}</h2>
      </div>
      <MoodChips />
    </section>
  )
}

interface ChipsProps {
  /** The one whose tracks are shown. */
  chosen?: number | null
  /** On a narrow screen in one line, to be pushed along. */
  strip?: boolean
}

/** A link for each mood with the number of its tracks. */
export function MoodChips({ chosen, strip = false }: ChipsProps) {
  const { answer, error } = useStore(moods.$state)
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every choice.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  if (error && answer === null) {
    return (
      <Message failed title={t('musics:failed.moods')} text={error.message}>
        <Button onClick={moods.reload}>{t('common:retry')}</Button>
      </Message>
    )
  }
  return (
    <ul
      ref={list}
      className={styles.moods}
      data-strip={strip || undefined}
      aria-label={t('musics:moods.label')}
    >
      {answer?.data.moods.map(({ id, name, tracks }) => (
        <li key={id}>
          <a href={moodPath(id)} aria-current={id === chosen ? 'true' : undefined}>
            {name} <small>{formatNumber(tracks, locale())}</small>
            <span className="visually-hidden">{t('musics:moods.tracks', { count: tracks })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
