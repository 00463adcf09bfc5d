import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { LinkedSignIn, SignInProvider } from '#contract/people/sign-in-providers.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { LinkDialog, type LinkDialogName } from './LinkDialog.tsx'
import { factors, linkedSignIns } from './state/store.ts'

interface Provider {
  id: number
  name: string
  link: LinkedSignIn | undefined
}

/** Those that may be linked, and others to which the account is linked from before. */
function listProviders(links: readonly LinkedSignIn[], providers: readonly SignInProvider[]): Provider[] {
  const find = (id: number) => links.find((link) => link.provider === id)
  const others = links.filter((link) => !providers.some(({ id }) => id === link.provider))
  return [
    ...providers.map(({ id, name }) => ({ id, name, link: find(id) })),
    ...others.map((link) => ({ id: link.provider, name: link.name, link })),
  ]
}

/** Accounts at the site's providers with which the person signs in. */
export function LinkedSignIns() {
  const { result, error } = useStore(linkedSignIns.$state)
  const confirmation = useStore(factors.$state).result?.data.confirmation
  const [dialog, setDialog] = useState<LinkDialogName | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const data = result?.data
  return (
    <FactCard
      title={t('sign-in-providers:card.title')}
      headingRef={heading}
      note={t('sign-in-providers:card.lead')}
      aria-busy={!data && !error}
      {...useRestoreFocus(heading)}
    >
      {data && (
        <Facts>
          {listProviders(data.links, data.providers).map((provider) => (
            <ProviderRow key={provider.id} provider={provider} onOpen={setDialog} />
          ))}
        </Facts>
      )}
      {!data && error && (
        <LoadFailure
          title={t('sign-in-providers:card.failed')}
          error={error}
          onRetry={linkedSignIns.reload}
        />
      )}
      {dialog && confirmation !== undefined && (
        <LinkDialog dialog={dialog} confirmation={confirmation} onClose={() => setDialog(null)} />
      )}
    </FactCard>
  )
}

interface ProviderRowProps {
  provider: Provider
  onOpen: (dialog: LinkDialogName) => void
}

function ProviderRow({ provider: { id, name, link }, onOpen }: ProviderRowProps) {
  return (
    <Fact name={`provider-${id}`} label={name}>
      {link ? (
        <span className="grid grow">
          <span className="break">{link.email}</span>
          <small className="muted">
            {t('sign-in-providers:card.since', { day: formatLocalDay(link.linkedAt, locale()) })}
          </small>
        </span>
      ) : (
        <span className="muted">{t('sign-in-providers:card.none')}</span>
      )}
      <Button
        className="fixed"
        aria-label={t(link ? 'sign-in-providers:card.removeOf' : 'sign-in-providers:card.addOf', {
          provider: name,
        })}
        onClick={() => onOpen({ provider: id, name, link: link?.id ?? null })}
      >
        {t(link ? 'sign-in-providers:card.remove' : 'sign-in-providers:card.add')}
      </Button>
    </Fact>
  )
}
