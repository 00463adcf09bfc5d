import { navigation } from 'virtual:screens'
import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { languageNames, localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $currency, $site } from '#lib/site/site.ts'
import styles from './AccountMenu.module.css'
import { Icon } from './Icon.tsx'

const entries = navigation.find(({ group }) => group === 'account')?.items ?? []
const blank = '\u00a0'

export const VisitorLinks = () => (
  <div className={styles.visitor} data-audience="visitor">
    {(['login', 'join'] as const).map((name) => (
      <a key={name} href={localizePath(`/${name}`, locale())}>
        {t(`common:${name}`)}
      </a>
    ))}
  </div>
)

function Summary() {
  const user = useStore($user, { ssr: 'initial' })
  return (
    <summary>
      <span className={styles.avatar} aria-hidden="true" data-user="initial">
        {[...(user?.nickname ?? '')][0]}
      </span>
      <span className="visually-hidden">{t('shell:account')}</span>
      <span className={styles.names}>
        <b data-user="nickname">{user?.nickname ?? blank}</b>
        <small data-user="email">{user?.email ?? blank}</small>
      </span>
      <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
        <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
      </svg>
    </summary>
  )
}

function CurrentUser() {
  const user = useStore($user, { ssr: 'initial' })
  const site = useStore($site, { ssr: 'initial' })
  const currency = useStore($currency, { ssr: () => 'KRW' as const })
  return (
    <li className={styles.user}>
      <b data-user="nickname">{user?.nickname}</b>
      <small data-user="email">{user?.email}</small>
      <small>{[languageNames[locale()], ...(site ? [currency] : [])].join(' · ')}</small>
    </li>
  )
}

/** Links to the account's screens, and signs out. */
export function AccountMenu({ current, isStatic }: { current: string; isStatic: boolean }) {
  return (
    <details className={styles.account} data-audience="account" data-menu="account">
      <Summary />
      <ul className={`menu ${styles.menu}`}>
        <CurrentUser />
        {entries.map(({ name, path, audience }) => (
          <li key={name} data-audience={audience}>
            <a href={localizePath(path ?? '', locale())} aria-current={name === current ? 'page' : undefined}>
              <Icon name={name} />
              {t(`shell:views.${name}`)}
            </a>
          </li>
        ))}
        <li data-audience="desk.read">
          <a href={localizePath('/desk', locale())}>
            <Icon name="desk" />
            {t('shell:desk')}
          </a>
        </li>
        {!isStatic && (
          <li className={styles.shortcuts}>
            <button type="button" onClick={() => setParams({ shortcuts: '1', menu: undefined })}>
              <Icon name="keyboard" />
              {t('shell:shortcuts')}
            </button>
          </li>
        )}
        <li>
          <button
            type="button"
            data-open="logout"
            onClick={() => setParams({ logout: '1', menu: undefined })}
          >
            <Icon name="logout" />
            {t('shell:logout.confirm')}
          </button>
        </li>
      </ul>
    </details>
  )
}
