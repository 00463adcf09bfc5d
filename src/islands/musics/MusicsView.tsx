import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { localePath } from '#lib/language.ts'
import { $signedIn } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import buttons from '#shared/Button.module.css'
import { Message } from '#shared/Message.tsx'
import { type Tab, tabPath } from './filter.ts'
import { HomeTab } from './HomeTab.tsx'
import { ListTab } from './ListTab.tsx'
import styles from './Musics.module.css'
import { MusicTabs } from './MusicTabs.tsx'
import { stopPreview } from './player.ts'
import { $tab } from './store.ts'

/** The music screens for who is signed in: the tab that the address names. */
export function MusicsView() {
  const tab = useStore($tab) ?? 'home'
  const signedIn = useStore($signedIn)
  // A sound goes with what plays it.
  useEffect(() => () => stopPreview(), [])
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <h1>{t(`console:views.${tabPath(tab).slice(1)}`)}</h1>
        <p>{t(`musics:lead.${tab}`)}</p>
      </header>
      <MusicTabs here={tab} />
      {signedIn ? <Content tab={tab} /> : <SignedOut />}
    </div>
  )
}

const Content = ({ tab }: { tab: Tab }) => (tab === 'home' ? <HomeTab /> : <ListTab tab={tab} />)

/** Another tab has ended the session; the address stays one that visitors can read. */
const SignedOut = () => (
  <Message title={t('musics:signedOut.title')} text={t('musics:signedOut.text')}>
    <a className={`${buttons.button} ${buttons.primary}`} href={localePath('/login', locale())}>
      {t('common:login')}
    </a>
  </Message>
)
