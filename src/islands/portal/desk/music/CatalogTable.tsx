import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { type CatalogTrack, maxTrackNameLength, type TrackChange } from '#contract/portal/desk/music.ts'
import { MusicCategory } from '#contract/reports/tracks.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { may } from '#lib/api/session.ts'
import { formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Catalog.module.css'
import { InlineText } from './InlineText.tsx'
import { formatSeconds, parseSeconds } from './seconds.ts'
import { changeTrack } from './store.ts'

export interface CatalogMood {
  key: string
  name: string
}

interface CatalogTableProps {
  tracks: readonly CatalogTrack[]
  moods: readonly CatalogMood[]
  onOpen: (isrc: string) => void
}

export function CatalogTable({ tracks, moods, onOpen }: CatalogTableProps) {
  const changes = useStore(may('catalog.change'))
  const columns = useMemo(() => createColumns(moods, changes, onOpen), [moods, changes, onOpen])
  return (
    <DataTable
      columns={columns}
      rows={tracks}
      getKey={({ isrc }) => isrc}
      getAttributes={({ isrc }) => ({ 'data-track': isrc })}
      caption={t('desk-music:list')}
      className={styles.table}
    />
  )
}

const formatIsrc = (isrc: string) => isrc.replace(/^(..)(...)(..)/, '$1-$2-$3-')

function createColumns(
  moods: readonly CatalogMood[],
  changes: boolean,
  onOpen: (isrc: string) => void,
): readonly ListColumn<CatalogTrack>[] {
  const names = new Map(moods.map(({ key, name }) => [key, name]))
  const save = (track: CatalogTrack) => (change: TrackChange) => changeTrack(track, change)
  return [
    {
      key: 'track',
      label: t('desk-music:fields.name'),
      isHeading: true,
      cell: (track) => <Names track={track} onSave={changes ? save(track) : null} />,
    },
    {
      key: 'category',
      label: t('desk-music:fields.category'),
      isText: true,
      card: 'fact',
      rank: 2,
      cell: (track) =>
        changes ? (
          <Select
            label={t('desk-music:fieldOf', { field: t('desk-music:fields.category'), name: track.name })}
            value={track.category}
            options={MusicCategory.options.map((value) => ({ value, label: value }))}
            onChange={(value) => void changeTrack(track, { category: MusicCategory.parse(value) })}
          />
        ) : (
          track.category
        ),
    },
    {
      key: 'moods',
      label: t('desk-music:fields.moods'),
      isText: true,
      card: 'fact',
      rank: 3,
      cell: ({ moods: keys }) => (
        <span className={styles.moods}>{keys.map((key) => names.get(key) ?? key).join(', ') || '–'}</span>
      ),
    },
    {
      key: 'length',
      label: t('desk-music:fields.length'),
      card: 'fact',
      rank: 5,
      cell: (track) => (
        <Seconds
          track={track}
          field="lengthSeconds"
          label={t('desk-music:fields.length')}
          isFixed={!changes}
        />
      ),
    },
    {
      key: 'limit',
      label: t('desk-music:fields.limit'),
      card: 'fact',
      rank: 4,
      cell: (track) => (
        <Seconds
          track={track}
          field="timeLimitSeconds"
          label={t('desk-music:fields.limit')}
          isFixed={!changes}
        />
      ),
    },
    ...(['exclusive', 'shopping'] as const).map(
      (field): ListColumn<CatalogTrack> => ({
        key: field,
        label: t(`desk-music:fields.${field}`),
        card: 'fact',
        rank: 6,
        cell: (track) => <Flag track={track} field={field} isFixed={!changes} />,
      }),
    ),
    {
      key: 'files',
      label: t('desk-music:fields.files'),
      isText: true,
      card: 'fact',
      rank: 1,
      cell: (track) => <Files track={track} />,
    },
    {
      key: 'videos',
      label: t('desk-music:fields.videos'),
      card: 'fact',
      cell: ({ id, videos, name, withdrawnAt }) =>
        withdrawnAt === null ? (
          <a className={styles.videos} href={localizePath(`/musics/${id}`, locale())}>
            <span className="visually-hidden">
              {t('desk-music:fieldOf', { field: t('desk-music:fields.videos'), name })}{' '}
            </span>
            {formatNumber(videos, locale())}
          </a>
        ) : (
          formatNumber(videos, locale())
        ),
    },
    {
      key: 'open',
      label: <span className="visually-hidden">{t('lists:actions')}</span>,
      card: 'menu',
      cell: ({ isrc, name }) => (
        <button
          type="button"
          className="button small"
          aria-label={t('desk-music:openOf', { name })}
          onClick={() => onOpen(isrc)}
        >
          {t('desk-music:view')}
        </button>
      ),
    },
  ]
}

type Save = (change: TrackChange) => Promise<boolean>

function Names({ track, onSave }: { track: CatalogTrack; onSave: Save | null }) {
  const { isrc, name, artist, cover } = track
  const saveText = (field: 'name' | 'artist') =>
    onSave &&
    ((text: string) => {
      if (text !== '') return onSave({ [field]: text })
      notify('error', t('desk-music:required'))
      return Promise.resolve(false)
    })
  return (
    <span className={styles.names}>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="44px" />
      </span>
      <span className={styles.nameTexts}>
        <InlineText
          label={t('desk-music:fields.name')}
          value={name}
          maxLength={maxTrackNameLength}
          className={styles.name}
          onSave={saveText('name')}
        />
        <span className={styles.artist}>
          <InlineText
            label={t('desk-music:fields.artist')}
            value={artist}
            maxLength={maxTrackNameLength}
            onSave={saveText('artist')}
          />
          <small className="nowrap">{formatIsrc(isrc)}</small>
        </span>
      </span>
    </span>
  )
}

interface SecondsProps {
  track: CatalogTrack
  field: 'lengthSeconds' | 'timeLimitSeconds'
  label: string
  isFixed: boolean
}

function Seconds({ track, field, label, isFixed }: SecondsProps) {
  const save = async (text: string) => {
    const seconds = parseSeconds(text)
    if (seconds !== undefined) return changeTrack(track, { [field]: seconds })
    notify('error', t('desk-music:notSeconds'))
    return false
  }
  return (
    <InlineText
      label={t('desk-music:fieldOf', { field: label, name: track.name })}
      value={formatSeconds(track[field])}
      maxLength={9}
      className={styles.seconds}
      onSave={isFixed ? null : save}
    />
  )
}

interface FlagProps {
  track: CatalogTrack
  field: 'exclusive' | 'shopping'
  isFixed: boolean
}

const Flag = ({ track, field, isFixed }: FlagProps) => (
  <label className={styles.flag}>
    <input
      type="checkbox"
      aria-label={t('desk-music:fieldOf', { field: t(`desk-music:fields.${field}`), name: track.name })}
      checked={track[field]}
      disabled={isFixed}
      onChange={({ target }) => void changeTrack(track, { [field]: target.checked })}
    />
  </label>
)

function Files({ track: { file, audio } }: { track: CatalogTrack }) {
  return (
    <span className={styles.files}>
      {file ? (
        <span className="chip" data-tone="good">
          {file.format.toUpperCase()}
        </span>
      ) : (
        <span className="chip" data-tone="warn">
          {t('desk-music:gaps.file')}
        </span>
      )}
      {audio === null && <span className="caption">{t('desk-music:gaps.preview')}</span>}
    </span>
  )
}
