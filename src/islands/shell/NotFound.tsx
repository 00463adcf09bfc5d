import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $path } from '#lib/navigation/router.ts'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site } from '#lib/site/site.ts'

/** For hosts that serve a screen at any address below it; the server answers with the page of unknown addresses. */
export function NotFound() {
  const site = useStore($site)
  const path = localizePath(useStore($path), locale())
  useEffect(() => setPageTitle(t('errors:notFound.title'), site), [site])
  return (
    <div className="stack gap-4 break">
      <h1 tabIndex={-1}>{`${t('errors:notFound.title')}${t('errors:colon')}${path}`}</h1>
      <p className="muted">{t('errors:notFound.text')}</p>
      <p>
        <a className="button" data-kind="primary" href={localizePath('/dashboard', locale())}>
          {t('errors:dashboard')}
        </a>
      </p>
    </div>
  )
}
