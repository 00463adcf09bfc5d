import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import styles from './Providers.module.css'

interface ProviderButtonsProps {
  /** Only those with which new people may join. */
  joins?: boolean
  /** The token of a link that invites the person. */
  invitation?: string
}

/** Nothing on sites without a provider. */
export function ProviderButtons({ joins = false, invitation }: ProviderButtonsProps) {
  const site = useStore($site, { ssr: 'initial' })
  const [pending, setPending] = useState<number | null>(null)
  const providers = (site?.sign_in_providers ?? []).filter(({ audience }) => !joins || audience !== 'staff')
  if (providers.length === 0) return null
  const start = async (provider: number) => {
    setPending(provider)
    try {
      const { goToProvider } = await import('./go-to-provider.ts')
      await goToProvider(provider, invitation)
    } finally {
      setPending(null)
    }
  }
  return (
    <div className={styles.providers}>
      {providers.map(({ id, name }) => (
        <Button key={id} pending={pending === id} onClick={() => start(id)}>
          {t('auth:login.provider', { provider: name })}
        </Button>
      ))}
    </div>
  )
}
