import type { PlaceName } from '#lib/places.ts'
import { LanguageMenu } from '#shared/LanguageMenu.tsx'
import { Account } from './Account.tsx'
import { Brand } from './Brand.tsx'
import styles from './Frame.module.css'
import { Navigation } from './Navigation.tsx'

interface SideContentProps {
  here: PlaceName
  /** Without the language. */
  path: string
  /** Whether it is known who is signed in. */
  named?: boolean
}

/** What stands in the side bar and in the menu of narrow screens. */
export function SideContent({ here, path, named }: SideContentProps) {
  return (
    <>
      <Brand />
      <Navigation here={here} />
      <div className={styles.foot}>
        <LanguageMenu path={path} upward />
        <Account named={named} />
      </div>
    </>
  )
}
