import { type NavigationItem, navigation } from 'virtual:screens'
import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildMenuPath } from '#lib/navigation/report-memory.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import styles from './BottomBar.module.css'
import { Icon } from './Icon.tsx'
import { useReportMemory } from './report-links.ts'

const items = new Map(navigation.flatMap(({ items }) => items.map((item) => [item.name, item] as const)))
const reports = new Set(
  navigation.flatMap(({ group, items }) => (group === 'figures' ? items.map(({ name }) => name) : [])),
)

/** What members and people who run a network open most; the menu in the bar at the top has everything. */
const entries = {
  member: ['dashboard', 'report-video', 'musics', 'statements', 'config-account'],
  'figures.read': ['dashboard', 'manage-channel', 'manage-member', 'months', 'config-account'],
} as const

type Audience = keyof typeof entries
type Entry = (typeof entries)[Audience][number]

const shortNames = {
  dashboard: 'common:home',
  'report-video': 'shell:bar.report-video',
  musics: 'shell:views.musics',
  statements: 'shell:bar.statements',
  'manage-channel': 'common:channels',
  'manage-member': 'common:members',
  months: 'shell:bar.months',
  'config-account': 'shell:bar.config-account',
} as const satisfies Record<Entry, TextKey>

/** Is within a thumb's reach on a phone. Prerendered on every page; CSS shows it to people who are signed in. */
export const BottomBar = ({ current }: { current: string }) => (
  <nav className={styles.bar} aria-label={t('shell:bar.title')} data-audience="account">
    <BarList audience="member" current={current} />
    <BarList audience="figures.read" current={current} />
  </nav>
)

const BarList = ({ audience, current }: { audience: Audience; current: string }) => (
  <ul className={styles.items} data-audience={audience}>
    {entries[audience].map((name) => {
      const item = items.get(name)
      return item && <BarLink key={name} name={name} item={item} isCurrent={name === current} />
    })}
  </ul>
)

interface BarLinkProps {
  name: Entry
  item: NavigationItem
  isCurrent: boolean
}

function BarLink({ name, item: { path }, isCurrent }: BarLinkProps) {
  const memory = useReportMemory()
  const isReport = reports.has(name)
  return (
    <li>
      <a
        href={localizePath(isReport ? buildMenuPath(path, memory) : path, locale())}
        aria-current={isCurrent ? 'page' : undefined}
        data-report={isReport ? path : undefined}
      >
        <Icon name={name} />
        <span>{t(shortNames[name])}</span>
        {name === 'statements' && <NewStatements />}
      </a>
    </li>
  )
}

/** A script fills the badge in on static pages. */
function NewStatements() {
  const count = useStore($user, { ssr: 'initial' })?.new_statements ?? 0
  return (
    <b
      className={styles.badge}
      role="img"
      aria-label={t('shell:newStatements', { count })}
      data-badge="newStatements"
      hidden={count === 0}
    >
      {count}
    </b>
  )
}
