import { useStore } from '@nanostores/react'
import { localePath } from '#lib/language.ts'
import { $signedIn } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Frame.module.css'
import { Icon } from './Icon.tsx'
import { type ViewName, views } from './views.ts'

const groups = [...new Set(views.map(({ group }) => group))]

function Group({ name, view }: { name: (typeof groups)[number]; view: ViewName }) {
  const signedIn = useStore($signedIn, { ssr: () => true })
  const shown = views.filter(({ group, open }) => group === name && (signedIn || open))
  if (shown.length === 0) return null
  return (
    <ul className={styles.group} aria-label={t(`console:groups.${name}`)}>
      {shown.map(({ name: target, path, icon }) => (
        <li key={target}>
          <a href={localePath(path, locale())} aria-current={target === view ? 'page' : undefined}>
            <Icon name={icon} />
            {t(`console:views.${target}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The views that there are, in groups. */
export function Navigation({ view }: { view: ViewName }) {
  return (
    <nav className={styles.navigation} aria-label={t('console:navigation')}>
      {groups.map((name) => (
        <Group key={name} name={name} view={view} />
      ))}
    </nav>
  )
}
