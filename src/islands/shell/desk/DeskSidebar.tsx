import { navigation } from 'virtual:desk-screens'
import { useStore } from '@nanostores/react'
import type { DeskViewName } from '#islands/kit/screen/manifest.ts'
import { AccountMenu } from '#islands/shell/navigation/AccountMenu.tsx'
import { Icon } from '#islands/shell/navigation/Icon.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { DeskBrand } from './DeskBrand.tsx'
import styles from './DeskShell.module.css'
import { $openCounts } from './open-counts.ts'

const noCounts: Partial<Record<DeskViewName, number>> = {}

interface DeskSidebarProps {
  current: string
  /** Excludes the language. */
  path: string
}

export const DeskSidebar = ({ current }: DeskSidebarProps) => (
  <>
    <DeskBrand />
    <nav className={styles.navigation} aria-label={t('desk:navigation')}>
      {navigation
        .filter(({ items }) => items.length > 0)
        .map(({ group, items }) => (
          <div key={group} className={styles.group}>
            <p className={styles.title} aria-hidden="true">
              {t(`desk:groups.${group}`)}
            </p>
            <ul aria-label={t(`desk:groups.${group}`)}>
              {items.map(({ name, path }) => (
                <li key={name}>
                  <a href={localizePath(path, locale())} aria-current={name === current ? 'page' : undefined}>
                    <Icon name={name} />
                    <span>{t(`desk:views.${name}`)}</span>
                    <OpenCount name={name} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
    <div className={styles.footer}>
      <a className={styles.back} href={localizePath('/dashboard', locale())}>
        <Icon name="portal" />
        {t('desk:portal')}
      </a>
      <AccountMenu current={current} isStatic={false} />
    </div>
  </>
)

function OpenCount({ name }: { name: DeskViewName }) {
  const count = useStore($openCounts, { ssr: () => noCounts })[name] ?? 0
  if (count === 0) return null
  const shown = count > 99 ? '99+' : count
  return (
    <b className={styles.count} role="img" aria-label={t('desk:waiting', { count: shown })}>
      {shown}
    </b>
  )
}
