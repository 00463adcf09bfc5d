import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { SearchForm } from '#islands/operations/desk/search/SearchForm.tsx'
import type { Query, QueryKey } from '#lib/api/query.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Card.module.css'

interface CardPageProps<Key extends QueryKey, Data> {
  /** Of the address; null: it names none. */
  id: number | null
  card: Query<Key, Data>
  /** As soon as the card has loaded. */
  name: string | null
  children: ReactNode
  skeleton: ReactNode
  texts: { heading: string; missing: { title: string; text: string }; failed: string }
}

/** The search, and below it what is known about what the address names. */
export function CardPage<Key extends QueryKey, Data>({
  id,
  card,
  name,
  children,
  skeleton,
  texts: { heading, missing, failed },
}: CardPageProps<Key, Data>) {
  const { error, isLoading } = useStore(card.$state)
  usePageTitle(name)
  return (
    <div className={styles.page}>
      <SearchForm />
      {name === null && (
        <h1 className="visually-hidden" tabIndex={-1}>
          {heading}
        </h1>
      )}
      {id === null ? (
        <section className="card center">
          <Message title={missing.title} text={missing.text}>
            <a className="button" data-kind="primary" href={localizePath('/desk/search', locale())}>
              {t('desk:views.search')}
            </a>
          </Message>
        </section>
      ) : name !== null ? (
        children
      ) : error && !isLoading ? (
        <section className="card center">
          <LoadFailure title={failed} error={error} onRetry={card.reload} />
        </section>
      ) : (
        <div aria-busy="true">
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <div aria-hidden="true">{skeleton}</div>
        </div>
      )}
    </div>
  )
}
