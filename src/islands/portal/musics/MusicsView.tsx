import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $isSignedIn } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { KeyUnder } from '#lib/texts/catalog.ts'
import { HomeTab } from './home/HomeTab.tsx'
import { ListTab } from './ListTab.tsx'
import { getTabPath, type Tab } from './state/filter.ts'
import { stopPreview } from './state/player.ts'
import { $tab } from './state/store.ts'
import { MusicTabs } from './tracks/MusicTabs.tsx'

export function MusicsView() {
  const tab = useStore($tab) ?? 'home'
  const isSignedIn = useStore($isSignedIn)
  useEffect(() => () => stopPreview(), [])
  return (
    <div className="stack gap-4">
      <ScreenHeader
        title={t(`shell:views.${getTabPath(tab).slice(1)}` as KeyUnder<'shell:views'>)}
        lead={t(`musics:lead.${tab}`)}
      />
      <MusicTabs here={tab} />
      {isSignedIn ? <TabContent tab={tab} /> : <SignedOutMessage />}
    </div>
  )
}

const TabContent = ({ tab }: { tab: Tab }) => (tab === 'home' ? <HomeTab /> : <ListTab tab={tab} />)

/** Another tab has signed out; the page stays readable for visitors. */
const SignedOutMessage = () => (
  <Message title={t('musics:signedOut.title')} text={t('musics:signedOut.text')}>
    <a className="button" data-kind="primary" href={localizePath('/login', locale())}>
      {t('common:login')}
    </a>
  </Message>
)
