import { useEffect } from 'react'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

const home = '/dashboard'
const redirectDelayMs = 6000

export function ManagersOnly() {
  useEffect(() => {
    const redirect = () => {
      notify('info', t('members:notForMembers.title'))
      navigate(home, { replace: true })
    }
    const timer = setTimeout(redirect, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="card">
      <Message failed title={t('members:notForMembers.title')} text={t('members:notForMembers.text')}>
        <a className="button" data-kind="primary" href={localizePath(home, locale())}>
          {t('members:notForMembers.leave')}
        </a>
      </Message>
    </div>
  )
}
