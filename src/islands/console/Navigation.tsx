import { useStore } from '@nanostores/react'
import { localePath } from '#lib/language.ts'
import { type PlaceName, places } from '#lib/places.ts'
import { reportAddress } from '#lib/report-address.ts'
import { $params } from '#lib/router.ts'
import { $user } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Frame.module.css'
import { Icon } from './Icon.tsx'

const noParams = {}
const groups = [...new Set(places.map(({ group }) => group))]

function Group({ name, here }: { name: (typeof groups)[number]; here: PlaceName }) {
  const shown = places.filter(({ group }) => group === name)
  const params = useStore($params, { ssr: () => noParams })
  const audience = shown.every(({ audience }) => audience !== 'all') ? 'account' : undefined
  return (
    <ul className={styles.group} aria-label={t(`console:groups.${name}`)} data-for={audience}>
      {shown.map(({ name: place, path, audience }) => (
        <li key={place} data-for={audience === 'all' ? undefined : audience}>
          <a
            href={localePath(name === 'figures' ? reportAddress(path, params) : path, locale())}
            aria-current={place === here ? 'page' : undefined}
          >
            <Icon name={place} />
            {t(`console:views.${place}`)}
            {place === 'notices' && <Unread />}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** How many notices are new to the person. */
function Unread() {
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
export function Navigation({ here }: { here: PlaceName }) {
  return (
    <nav className={styles.navigation} aria-label={t('console:navigation')}>
      {groups.map((name) => (
        <Group key={name} name={name} here={here} />
      ))}
    </nav>
  )
}
