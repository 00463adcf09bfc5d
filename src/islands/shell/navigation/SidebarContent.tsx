import { LanguageMenu } from '#islands/portal/language/LanguageMenu.tsx'
import { AccountMenu, VisitorLinks } from './AccountMenu.tsx'
import styles from './AppShell.module.css'
import { AttentionEntry } from './Attention.tsx'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'

interface SidebarContentProps {
  current: string
  /** Excludes the language. */
  path: string
  /** True on pages without the app. */
  isStatic?: boolean
}

export const SidebarContent = ({ current, path, isStatic = false }: SidebarContentProps) => (
  <>
    <Brand />
    <Navigation current={current} />
    <div className={styles.footer}>
      <AttentionEntry />
      <AccountMenu current={current} isStatic={isStatic} />
      {/* Signed-in users find it in the account menu. */}
      <div data-audience="visitor">
        <LanguageMenu path={path} upward />
      </div>
      <VisitorLinks />
    </div>
  </>
)
