import { type NavigationItem, navigation } from 'virtual:screens'
import { useStore } from '@nanostores/react'
import { $unverifiedCount, $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildMenuPath } from '#lib/navigation/report-memory.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'
import { Icon } from './Icon.tsx'
import styles from './Navigation.module.css'
import { useReportMemory } from './report-links.ts'

interface NavigationGroupProps {
  group: NameUnder<'shell:groups'>
  items: readonly NavigationItem[]
  current: string
}

function NavigationGroup({ group, items, current }: NavigationGroupProps) {
  const memory = useReportMemory()
  const audience = items.every(({ audience }) => audience !== 'all') ? 'account' : undefined
  const title = t(`shell:groups.${group}`)
  return (
    <div className={styles.group} data-audience={audience}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <ul className={styles.items} aria-label={title}>
        {items.map(({ name, path, audience }) => (
          <li key={name} data-audience={audience === 'all' ? undefined : audience}>
            <a
              href={localizePath(group === 'figures' ? buildMenuPath(path, memory) : path, locale())}
              aria-current={name === current ? 'page' : undefined}
              data-report={group === 'figures' ? path : undefined}
            >
              <Icon name={name} />
              <span>{t(`shell:views.${name}`)}</span>
              {name === 'notices' && <UnreadNotices />}
              {name === 'statements' && <NewStatements />}
              {name === 'questions' && <UnreadQuestions />}
              {name === 'manage-channel' && <UnverifiedChannels />}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const UnreadNotices = () => (
  <Badge name="unread" count={useStore($user, { ssr: 'initial' })?.unread_notices ?? 0} />
)

const NewStatements = () => (
  <Badge name="newStatements" count={useStore($user, { ssr: 'initial' })?.new_statements ?? 0} />
)

const UnreadQuestions = () => (
  <Badge name="unreadQuestions" count={useStore($user, { ssr: 'initial' })?.unread_questions ?? 0} />
)

const UnverifiedChannels = () => (
  <Badge name="unverified" count={useStore($unverifiedCount, { ssr: () => 0 })} />
)

type BadgeName = 'unread' | 'newStatements' | 'unreadQuestions' | 'unverified'

/** A script fills the badge in on static pages. */
function Badge({ name, count }: { name: BadgeName; count: number }) {
  const shown = count > 99 ? '99+' : count
  return (
    <b
      className={styles.badge}
      role="img"
      aria-label={t(`shell:${name}`, { count: shown })}
      data-badge={name}
      hidden={count === 0}
    >
      {shown}
    </b>
  )
}

/** `data-audience` hides entries that the user cannot open. */
export function Navigation({ current }: { current: string }) {
  return (
    <nav className={styles.navigation} aria-label={t('shell:navigation')}>
      {navigation.map(
        ({ group, items }) =>
          group !== 'account' && (
            <NavigationGroup key={group} group={group} items={items} current={current} />
          ),
      )}
    </nav>
  )
}
