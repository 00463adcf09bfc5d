import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import type { Suppression } from '#contract/operations/desk/mail.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Mail.module.css'
import { $filter, searchAddress, suppress, suppressionList } from './store.ts'

const NewAddress = z.object({
  address: z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+$/, 'email_invalid')),
})

export function SuppressionList() {
  const { key, result, error } = useStore(suppressionList.$state)
  const { search } = useStore($filter)
  const isStale = result !== null && !isSameKey(result.key, key)
  return (
    <ListSection
      id="suppression-list"
      title={t('desk-mail:tabs.suppressions')}
      controls={
        <SearchField
          label={t('desk-mail:filters.search')}
          value={search ?? ''}
          maxLength={100}
          onChange={searchAddress}
        />
      }
      note={
        <Permitted permission="suppressions.change">
          <AddressForm />
        </Permitted>
      }
      answer={result}
      isStale={isStale}
      failure={
        error && !result ? { title: t('desk-mail:failed'), error, onRetry: suppressionList.reload } : null
      }
      skeleton={<ListSkeleton rows={4} className={styles.list} />}
      empty={({ data }) =>
        data.suppressions.length === 0 && (
          <Message title={t('desk-mail:noSuppression.title')} text={t('desk-mail:noSuppression.text')} />
        )
      }
    >
      {({ data: { suppressions } }) => (
        <DataTable
          columns={getColumns()}
          rows={suppressions}
          getKey={({ address }) => address}
          caption={t('desk-mail:tabs.suppressions')}
          labelledBy="suppression-list"
          className={styles.list}
        />
      )}
    </ListSection>
  )
}

const AddressForm = () => (
  <Form schema={NewAddress} onSubmit={({ address }) => suppress(address.toLowerCase(), true)}>
    <div className={styles.addressForm}>
      <Field name="address" type="email" label={t('desk-mail:add.label')} required autoComplete="off" />
      <SubmitButton>{t('desk-mail:suppress')}</SubmitButton>
    </div>
  </Form>
)

const getColumns = (): ListColumn<Suppression>[] => [
  {
    key: 'address',
    label: t('desk-mail:columns.recipient'),
    isHeading: true,
    cell: ({ address, at }) => (
      <span className={styles.recipient}>
        <b className="medium break">{address}</b>
        <time className="caption" dateTime={at}>
          {formatFullMoment(at, locale())}
        </time>
      </span>
    ),
  },
  {
    key: 'reason',
    label: t('desk-mail:columns.reason'),
    isText: true,
    card: 'line',
    cell: ({ reason }) => t(`desk-mail:reasons.${reason}`),
  },
  {
    key: 'action',
    label: <span className="visually-hidden">{t('desk-mail:unsuppress')}</span>,
    card: 'side',
    cell: ({ address }) => (
      <Permitted permission="suppressions.change">
        <Button
          className="small"
          aria-label={t('desk-mail:unsuppressOf', { address })}
          onClick={() => suppress(address, false)}
        >
          {t('desk-mail:unsuppress')}
        </Button>
      </Permitted>
    ),
  },
]
