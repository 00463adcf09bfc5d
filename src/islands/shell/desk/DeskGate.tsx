import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $user, may } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

const lazySecondFactorGate = lazyComponent(async () => {
  const [{ SecondFactorGate }] = await Promise.all([
    import('#islands/shell/SecondFactorGate.tsx'),
    loadStrings('second-factor'),
    loadStrings('credentials'),
  ])
  return SecondFactorGate
})
const noProps = {}

/** Roles on the installation count in sessions with a second factor only. The API decides. */
export function DeskGate({ children }: { children: ReactNode }) {
  const user = useStore($user, { ssr: 'initial' })
  const readsDesk = useStore(may('desk.read'), { ssr: () => true })
  if (!user || readsDesk) return children
  if (user.settings.desk_locked) return <Lazy component={lazySecondFactorGate} props={noProps} />
  return (
    <>
      <h1>{t('desk:views.today')}</h1>
      <section className="card center">
        <Message failed title={t('desk:gate.title')} text={t('desk:gate.text')}>
          <a className="button" data-kind="primary" href={localizePath('/dashboard', locale())}>
            {t('common:goToDashboard')}
          </a>
        </Message>
      </section>
    </>
  )
}
