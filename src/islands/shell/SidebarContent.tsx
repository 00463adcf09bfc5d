import { LanguageMenu } from '#islands/ui/LanguageMenu.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import styles from './AppShell.module.css'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'

interface SidebarContentProps {
  current: string
  /** Without the language. */
  path: string
  /** Static pages do not know the user. */
  showsUser?: boolean
}

export function SidebarContent({ current, path, showsUser }: SidebarContentProps) {
  return (
    <>
      <Brand />
      <Navigation current={current} />
      <div className={styles.footer}>
        <LanguageMenu path={path} upward />
        <AccountPanel showsUser={showsUser} />
      </div>
    </>
  )
}
