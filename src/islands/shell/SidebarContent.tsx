import { LanguageMenu } from '#islands/ui/LanguageMenu.tsx'
import type { NavigationItemName } from '#lib/navigation/items.ts'
import { AccountPanel } from './AccountPanel.tsx'
import styles from './AppShell.module.css'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'

interface SidebarContentProps {
  here: NavigationItemName
  /** Without the language. */
  path: string
  /** Whether it is known who is signed in. */
  named?: boolean
}

/** What stands in the side bar and in the menu of narrow screens. */
export function SidebarContent({ here, path, named }: SidebarContentProps) {
  return (
    <>
      <Brand />
      <Navigation here={here} />
      <div className={styles.foot}>
        <LanguageMenu path={path} upward />
        <AccountPanel named={named} />
      </div>
    </>
  )
}
