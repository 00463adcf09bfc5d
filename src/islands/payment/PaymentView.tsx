import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Contacts } from '#contract/contacts.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import { CopyButton } from './CopyButton.tsx'
import { linked } from './linked.ts'
import styles from './Payment.module.css'
import { contacts } from './store.ts'

const groups = {
  company: ['company_name', 'company_address', 'business_number', 'company_mail'],
  manager: ['manager_name', 'manager_contact'],
} as const satisfies Record<string, readonly (keyof Contacts)[]>
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

/** Who pays, and whom to ask about it. */
export function PaymentView() {
  const { answer, error } = useStore(contacts.$state)
  return (
    <div className={styles.view} aria-busy={!answer && !error}>
      <h1 tabIndex={-1}>{t('payment:title')}</h1>
      <p className={styles.lead}>{t('payment:lead')}</p>
      {answer && <Answer contacts={answer.data.contacts} />}
      {!answer && error && (
        <Message failed title={t('payment:failed')} text={error.message}>
          <Button onClick={contacts.reload}>{t('common:retry')}</Button>
        </Message>
      )}
      {!answer && !error && <Waiting />}
    </div>
  )
}

function Answer({ contacts }: { contacts: Contacts | null }) {
  if (contacts === null) return <Message title={t('payment:none.title')} text={t('payment:none.text')} />
  return <Cards valueFor={(name) => <Value name={name} value={contacts[name]} />} />
}

function Waiting() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('common:loading')}
      </p>
      <Cards valueFor={() => <Skeleton width="180px" />} />
    </>
  )
}

function Cards({ valueFor }: { valueFor: (name: keyof Contacts) => ReactNode }) {
  return groupNames.map((group) => (
    <section key={group} className={styles.card} aria-labelledby={`payment-${group}`}>
      <h2 id={`payment-${group}`}>{t(`payment:groups.${group}`)}</h2>
      {group === 'manager' && <p className={styles.note}>{t('payment:questions')}</p>}
      <dl>
        {groups[group].map((name) => (
          <div key={name} data-fact={name}>
            <dt>{t(`payment:fields.${name}`)}</dt>
            <dd>{valueFor(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

function Value({ name, value }: { name: keyof Contacts; value: string }) {
  return (
    <>
      <span>{name === 'company_mail' || name === 'manager_contact' ? <Linked text={value} /> : value}</span>
      {name !== 'manager_name' && <CopyButton label={t(`payment:fields.${name}`)} value={value} />}
    </>
  )
}

const Linked = ({ text }: { text: string }) =>
  linked(text).map(({ text: piece, href }) =>
    href ? (
      <a key={href} href={href}>
        {piece}
      </a>
    ) : (
      piece
    ),
  )
