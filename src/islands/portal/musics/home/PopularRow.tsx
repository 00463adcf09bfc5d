import type { ReactNode } from 'react'
import pictures from '#islands/kit/ui/pictures/Picture.module.css'
import { previewIcons } from '#islands/portal/musics/tracks/preview-icons.ts'
import buttons from '#islands/portal/musics/tracks/TrackButtons.module.css'
import details from '#islands/portal/musics/tracks/TrackDetails.module.css'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './PopularChart.module.css'

interface PopularRowProps {
  id?: number
  rank: ReactNode
  change?: ReactNode
  picture: ReactNode
  name: ReactNode
  caption: ReactNode
  more?: ReactNode
  actions: ReactNode
}

export const PopularRow = ({ id, rank, change, picture, name, caption, more, actions }: PopularRowProps) => (
  <li className="grid items-center gap-3" data-music={id}>
    <span className={styles.rank}>
      {rank}
      {change}
    </span>
    <span className={styles.picture}>{picture}</span>
    <div className={`min-0 ${styles.names}`}>
      <div className="relative">
        {name}
        <p className="truncate note">{caption}</p>
      </div>
      {more && <div className={styles.more}>{more}</div>}
    </div>
    <span className={`flex gap-tight ${styles.actions}`}>{actions}</span>
  </li>
)

interface PopularRowTemplateProps {
  /** Width of a cover on the page, for its `sizes`. */
  coverSizes?: string | undefined
}

/** Static pages contain it: `fillPopularTracks` clones it and fills the elements with `data-`. */
export const PopularRowTemplate = ({ coverSizes = '56px' }: PopularRowTemplateProps) => (
  <PopularRow
    rank={<b className="text-l bold" data-rank />}
    change={<small data-change />}
    picture={
      <>
        <picture className={pictures.cover}>
          <img alt="" width={192} height={192} sizes={coverSizes} loading="lazy" data-cover />
        </picture>
        <button
          type="button"
          className={`${buttons.round} ${buttons.preview}`}
          aria-pressed="false"
          data-preview
          hidden
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={previewIcons.play} />
            <path d={previewIcons.pause} />
          </svg>
        </button>
      </>
    }
    name={
      <h3 className="truncate medium">
        {/* biome-ignore lint/a11y/useAnchorContent: filled with the template's clone */}
        {/* biome-ignore lint/a11y/useValidAnchor: filled with the template's clone */}
        <a className={`underlined stretched-link ${details.name}`} data-name />
      </h3>
    }
    caption={
      <>
        <span data-artist />
        <span data-kind />
        <a href={localizePath('/guides/mobile-unlock', locale())} data-limit hidden>
          {t('musics:limit')}
        </a>
      </>
    }
    actions={
      <button className="button small" type="button" data-isrc>
        {t('isrc:copy')}
      </button>
    }
  />
)

/** Prerendered: the content security policy forbids inline styles. */
export const PopularSkeleton = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
    <li key={at} className={`grid items-center gap-3 ${styles.skeleton}`} aria-hidden="true">
      <span />
      <span />
      <span />
    </li>
  ))
