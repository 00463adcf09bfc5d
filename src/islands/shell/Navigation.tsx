import { type NavigationItem, navigation } from 'virtual:screens'
import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './AppShell.module.css'
import { Icon } from './Icon.tsx'

const noParams = {}

interface NavigationGroupProps {
  group: string
  items: readonly NavigationItem[]
  current: string
}

function NavigationGroup({ group, items, current }: NavigationGroupProps) {
  const params = useStore($params, { ssr: () => noParams })
  const audience = items.every(({ audience }) => audience !== 'all') ? 'account' : undefined
  return (
    <ul className={styles.group} aria-label={t(`shell:groups.${group}`)} data-audience={audience}>
      {items.map(({ name, path, audience }) => (
        <li key={name} data-audience={audience === 'all' ? undefined : audience}>
          <a
            className="line gap-3 full medium"
            href={localizePath(group === 'figures' ? buildReportPath(path, params) : path, locale())}
            aria-current={name === current ? 'page' : undefined}
          >
            <Icon name={name} />
            {t(`shell:views.${name}`)}
            {name === 'notices' && <UnreadBadge />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function UnreadBadge() {
  const unread = useStore($user, { ssr: 'initial' })?.unread_notices
  if (!unread) return null
  const count = unread > 99 ? '99+' : unread
  return (
    <b className={styles.count} role="img" aria-label={t('shell:unread', { count })}>
      {count}
    </b>
  )
}

/** Entries that the user cannot open are hidden by `data-audience`. */
export function Navigation({ current }: { current: string }) {
  return (
    <nav className={styles.navigation} aria-label={t('shell:navigation')}>
      {navigation.map(({ group, items }) => (
        <NavigationGroup key={group} group={group} items={items} current={current} />
      ))}
    </nav>
  )
}
