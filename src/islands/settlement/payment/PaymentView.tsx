import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { PaymentInfo } from '#contract/settlement/payment-info.ts'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import styles from '#islands/kit/ui/FactCard.module.css'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { linkify } from './linkify.ts'
import { contacts } from './store.ts'

const groups = {
  company: ['company_name', 'company_address', 'business_number', 'company_mail'],
  manager: ['manager_name', 'manager_contact'],
} as const satisfies Record<string, readonly (keyof PaymentInfo)[]>
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

export function PaymentView() {
  const { result, error } = useStore(contacts.$state)
  return (
    <div className={styles.view} aria-busy={!result && !error}>
      <h1 tabIndex={-1}>{t('shell:views.payment-info')}</h1>
      <p className={styles.lead}>
        {t('payment:lead')}{' '}
        <a className="inline-link" href={localizePath('/config-account', locale())}>
          {t('payment:ownAccount')}
        </a>
      </p>
      {result && <ContactsContent contacts={result.data.contacts} />}
      {!result && error && (
        <LoadFailure title={t('payment:failed')} error={error} onRetry={contacts.reload} />
      )}
      {!result && !error && <ContactsSkeleton />}
    </div>
  )
}

function ContactsContent({ contacts }: { contacts: PaymentInfo | null }) {
  if (contacts === null) return <Message title={t('payment:none.title')} text={t('payment:none.text')} />
  return <ContactGroups valueFor={(name) => <ContactValue name={name} value={contacts[name]} />} />
}

function ContactsSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('common:loading')}
      </p>
      <ContactGroups valueFor={() => <Skeleton width="180px" />} />
    </>
  )
}

function ContactGroups({ valueFor }: { valueFor: (name: keyof PaymentInfo) => ReactNode }) {
  const cards = groupNames.map((group) => (
    <FactCard
      key={group}
      title={t(`payment:groups.${group}`)}
      note={group === 'manager' && t('payment:questions')}
    >
      <Facts>
        {groups[group].map((name) => (
          <Fact key={name} name={name} label={t(`payment:fields.${name}`)}>
            {valueFor(name)}
          </Fact>
        ))}
      </Facts>
    </FactCard>
  ))
  return <div className={styles.columns}>{cards}</div>
}

function ContactValue({ name, value }: { name: keyof PaymentInfo; value: string }) {
  const label = t(`payment:fields.${name}`)
  return (
    <>
      <span>
        {name === 'company_mail' || name === 'manager_contact' ? <LinkifiedText text={value} /> : value}
      </span>
      {name !== 'manager_name' && (
        <CopyButton
          text={value}
          label={t('payment:copyOf', { label })}
          title={t('common:copy')}
          copied={t('payment:copied', { label })}
          failed={t('payment:notCopied', { label })}
        />
      )}
    </>
  )
}

const LinkifiedText = ({ text }: { text: string }) =>
  linkify(text).map(({ text: piece, href }) =>
    href ? (
      <a key={href} className="link" href={href}>
        {piece}
      </a>
    ) : (
      piece
    ),
  )
