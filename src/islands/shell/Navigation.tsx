import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { type NavigationItemName, navigationItems } from '#lib/navigation/items.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './AppShell.module.css'
import { Icon } from './Icon.tsx'

const noParams = {}
const groups = [...new Set(navigationItems.map(({ group }) => group))]

function NavigationGroup({ name, here }: { name: (typeof groups)[number]; here: NavigationItemName }) {
  const entries = navigationItems.filter(({ group }) => group === name)
  const params = useStore($params, { ssr: () => noParams })
  const audience = entries.every(({ audience }) => audience !== 'all') ? 'account' : undefined
  return (
    <ul className={styles.group} aria-label={t(`console:groups.${name}`)} data-for={audience}>
      {entries.map(({ name: place, path, audience }) => (
        <li key={place} data-for={audience === 'all' ? undefined : audience}>
          <a
            href={localizePath(name === 'figures' ? buildReportPath(path, params) : path, locale())}
            aria-current={place === here ? 'page' : undefined}
          >
            <Icon name={place} />
            {t(`console:views.${place}`)}
            {place === 'notices' && <UnreadBadge />}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** How many notices are new to the person. */
function UnreadBadge() {
  const unread = useStore($user, { ssr: 'initial' })?.unread_notices
  if (!unread) return null
  const count = unread > 99 ? '99+' : unread
  return (
    <b className={styles.count} role="img" aria-label={t('console:unread', { count })}>
      {count}
    </b>
  )
}

/** The places that there are, in groups; those for some people are hidden from others by `data-for`. */
export function Navigation({ here }: { here: NavigationItemName }) {
  return (
    <nav className={styles.navigation} aria-label={t('console:navigation')}>
      {groups.map((name) => (
        <NavigationGroup key={name} name={name} here={here} />
      ))}
    </nav>
  )
}
