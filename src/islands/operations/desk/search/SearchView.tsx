import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { maxHits, type searchDesk } from '#contract/operations/desk/search.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { BlockedList } from './BlockedList.tsx'
import { ChannelRow, NetworkRow, PersonRow, StatementRow, TrackRow } from './HitRows.tsx'
import styles from './Search.module.css'
import { $search, found } from './store.ts'

export function SearchView() {
  const { q, network } = useStore($search)
  const isEmpty = q === '' && network === undefined
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('desk:views.search')}</h1>
        <SearchField
          label={t('desk-search:label')}
          value={q}
          maxLength={maxSearchLength}
          onChange={(text) => setParams({ q: text, network: undefined }, { replace: q !== '' })}
        />
        <p className="note">{t('desk-search:hint')}</p>
      </header>
      {isEmpty ? <BlockedList /> : <Results />}
    </div>
  )
}

type Found = EndpointOutput<typeof searchDesk>

const countHits = ({ channels, people, networks, statements, tracks }: Found) =>
  [channels, people, networks, statements, tracks].reduce((sum, { items }) => sum + items.length, 0)

function Results() {
  const { result, error, isLoading } = useStore(found.$state)
  if (error && !isLoading)
    return (
      <section className="card center">
        <LoadFailure title={t('desk-search:failed')} error={error} onRetry={found.reload} />
      </section>
    )
  if (!result) return <ResultsSkeleton />
  const count = countHits(result.data)
  return (
    <div className={styles.results} aria-busy={isLoading}>
      <p className="visually-hidden" role="status">
        {isLoading ? t('common:loading') : t('desk-search:found', { count })}
      </p>
      {count === 0 ? (
        !isLoading && (
          <section className="card center">
            <Message title={t('desk-search:nothing.title')} text={t('desk-search:nothing.text')} />
          </section>
        )
      ) : (
        <Groups {...result.data} />
      )}
    </div>
  )
}

const Groups = ({ channels, people, networks, statements, tracks }: Found) => (
  <>
    <Group name="channels" hits={channels}>
      {(hit) => <ChannelRow key={hit.id} hit={hit} />}
    </Group>
    <Group name="people" hits={people}>
      {(hit) => <PersonRow key={hit.id} hit={hit} />}
    </Group>
    <Group name="networks" hits={networks}>
      {(hit) => <NetworkRow key={hit.id} hit={hit} />}
    </Group>
    <Group name="statements" hits={statements}>
      {(hit) => <StatementRow key={hit.id} hit={hit} />}
    </Group>
    <Group name="tracks" hits={tracks}>
      {(hit) => <TrackRow key={hit.isrc} hit={hit} />}
    </Group>
  </>
)

const groupTexts = {
  channels: 'common:channels',
  people: 'desk:people',
  networks: 'desk-search:networks',
  statements: 'shell:views.statements',
  tracks: 'shell:views.musics',
} as const

interface GroupProps<Hit> {
  name: 'channels' | 'people' | 'networks' | 'statements' | 'tracks'
  hits: { items: readonly Hit[]; hasMore: boolean }
  children: (hit: Hit) => ReactNode
}

function Group<Hit>({ name, hits: { items, hasMore }, children }: GroupProps<Hit>) {
  if (items.length === 0) return null
  return (
    <section className={styles.group} aria-labelledby={`hits-${name}`} data-hits={name}>
      <h2 id={`hits-${name}`}>
        {t(groupTexts[name])}{' '}
        <small className={styles.count}>{hasMore ? `${items.length}+` : items.length}</small>
      </h2>
      <ul className={styles.rows}>{items.map(children)}</ul>
      {hasMore && <p className={styles.more}>{t('desk-search:more', { count: maxHits })}</p>}
    </section>
  )
}

const skeletonRows = [1, 2, 3, 4]

const ResultsSkeleton = () => (
  <div className={styles.group} aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    {skeletonRows.map((row) => (
      <div key={row} className={styles.skeletonRow} aria-hidden="true">
        <Skeleton width="40px" height="40px" isRound />
        <Skeleton width="50%" />
      </div>
    ))}
  </div>
)
